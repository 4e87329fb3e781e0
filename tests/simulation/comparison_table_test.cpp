// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace percuss {

namespace comparison_table_test {

/// Two steps of a scheme, of which the second failed.
Comparison half_done() {
  Comparison comparison;
  comparison.model = "crank.yaml";
  comparison.columns = {"theta1", "theta2"};
  comparison.unit = "rad";
  comparison.end = 0.1;
  comparison.reference = "exact.csv";
  comparison.times = "11 times";
  CaseResult one;
  one.scheme = "moreau_jean:theta=0";
  one.step = 1e-3;
  one.num_steps = 100;
  one.error = 0.0123456;
  one.seconds_per_step = 1.5e-6;
  one.relative_time = 1.0;
  comparison.cases.push_back(one);
  CaseResult other;
  other.scheme = one.scheme;
  other.step = 1e-4;
  other.outcome = Outcome::failed;
  other.message = "no contact force";
  comparison.cases.push_back(other);
  comparison.schemes = {{one.scheme, {}, {}}};
  return comparison;
}

TEST(ComparisonTable, InPlainTextIsAlignedAndCarriesUnits) {
  EXPECT_EQ(text_table({half_done()}),
            "crank.yaml: max norm of the errors of theta1, theta2\n"
            "reference exact.csv, t = 0 to 0.1 s: 11 times\n"
            "\n"
            "scheme                h [s]  error [rad]  order  time/step [us]  relative\n"
            "moreau_jean:theta=0   0.001     1.23e-02      -            1.50      1.00\n"
            "moreau_jean:theta=0  0.0001       failed      -               -         -\n"
            "\n"
            "scheme               mean order  time [ms]\n"
            "moreau_jean:theta=0           -          -\n"
            "\n"
            "moreau_jean:theta=0, h = 0.0001 s: no contact force\n");
}

TEST(ComparisonTable, InMarkdownHasTheSameCells) {
  const auto text = markdown_table({half_done()});
  EXPECT_NE(text.find("| scheme              |  h [s] | error [rad] | order | time/step [us] | relative |\n"
                      "|---------------------|-------:|------------:|------:|---------------:|---------:|\n"
                      "| moreau_jean:theta=0 |  0.001 |    1.23e-02 |     - |           1.50 |     1.00 |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n- moreau_jean:theta=0, h = 0.0001 s: no contact force\n"), std::string::npos) << text;
}

TEST(ComparisonTable, InCsvHasFullPrecisionAndEmptyCells) {
  EXPECT_EQ(csv_table({half_done()}),
            "scheme,step,steps,unit,error,order,seconds_per_step,relative_time,status\n"
            "moreau_jean:theta=0,0.001,100,rad,0.0123456,,1.5e-06,1,done\n"
            "moreau_jean:theta=0,0.0001,0,rad,,,,,failed\n");
}

TEST(ComparisonTable, OfAFurtherUnitTellsWhatDiffers) {
  auto further = half_done();
  further.columns = {"gap"};
  further.unit = "m";
  const auto text = text_table({half_done(), further});
  EXPECT_NE(text.find("\n\nmax norm of the errors of gap\n\n"
                      "scheme                h [s]  error [m]  order\n"
                      "moreau_jean:theta=0   0.001   1.23e-02      -\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("no contact force"), text.rfind("no contact force")) << "a failure is told once";
}

TEST(ComparisonTable, TheFailureOfTheReferenceIsTold) {
  auto comparison = half_done();
  comparison.reference_failure = "the step is too large";
  EXPECT_NE(text_table({comparison}).find("\nthe reference failed: the step is too large\n"), std::string::npos);
}

TEST(ComparisonTable, ThePlotHasALineForEveryScheme) {
  auto comparison = half_done();
  comparison.schemes[0].order = 1.004;
  const auto plot = convergence_plot(comparison);
  EXPECT_NE(plot.find("Errors of theta1, theta2"), std::string::npos);
  EXPECT_NE(plot.find("error [rad]"), std::string::npos);
}

}  // namespace comparison_table_test

}  // namespace percuss
