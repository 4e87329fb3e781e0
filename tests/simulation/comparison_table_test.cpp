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
  one.num_steps = one.evaluations = 100;
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
            "scheme                h [s]  error [rad]  order  evaluations  time/step [us]  relative\n"
            "moreau_jean:theta=0   0.001     1.23e-02      -          100            1.50      1.00\n"
            "moreau_jean:theta=0  0.0001       failed      -            -               -         -\n"
            "\n"
            "scheme               mean order  time [ms]\n"
            "moreau_jean:theta=0           -          -\n"
            "\n"
            "moreau_jean:theta=0, h = 0.0001 s: no contact force\n");
}

TEST(ComparisonTable, InMarkdownHasTheSameCells) {
  const auto text = markdown_table({half_done()});
  EXPECT_NE(
      text.find("| scheme              |  h [s] | error [rad] | order | evaluations | time/step [us] | relative |\n"
                "|---------------------|-------:|------------:|------:|------------:|---------------:|---------:|\n"
                "| moreau_jean:theta=0 |  0.001 |    1.23e-02 |     - |         100 |           1.50 |     1.00 |\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("\n- moreau_jean:theta=0, h = 0.0001 s: no contact force\n"), std::string::npos) << text;
}

TEST(ComparisonTable, InCsvHasFullPrecisionAndEmptyCells) {
  EXPECT_EQ(csv_table({half_done()}),
            "scheme,step,tolerance,steps,evaluations,unit,error,order,seconds_per_step,relative_time,status\n"
            "moreau_jean:theta=0,0.001,,100,100,rad,0.0123456,,1.5e-06,1,done\n"
            "moreau_jean:theta=0,0.0001,,0,0,rad,,,,,failed\n");
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

TEST(ComparisonTable, ErrorsThatGrowAsTheStepShrinksAreTold) {
  auto comparison = half_done();
  auto& other = comparison.cases[1];
  other.outcome = Outcome::done;
  other.message.clear();
  other.error = 2.0 * *comparison.cases[0].error;
  const std::string told = "errors grow as the step shrinks (moreau_jean:theta=0): the reference may be no better";
  find_orders(comparison);
  EXPECT_NE(text_table({comparison, comparison}).find("\n\n" + told), std::string::npos);
  EXPECT_NE(markdown_table({comparison}).find("\n- " + told), std::string::npos);
  other.error = 0.5 * *comparison.cases[0].error;
  find_orders(comparison);
  EXPECT_EQ(text_table({comparison}).find("errors grow"), std::string::npos);
}

TEST(ComparisonTable, OfAStudyWithTolerancesTellsThem) {
  auto comparison = half_done();
  comparison.cases[1].tolerance = 1e-6;
  EXPECT_NE(
      text_table({comparison})
          .find("scheme                h [s]  tolerance  error [rad]  order  evaluations  time/step [us]  relative\n"
                "moreau_jean:theta=0   0.001          -     1.23e-02      -          100            1.50      1.00\n"
                "moreau_jean:theta=0  0.0001      1e-06       failed      -            -               -         -\n"),
      std::string::npos)
      << text_table({comparison});
  EXPECT_NE(text_table({comparison}).find("h = 0.0001 s, tolerance 1e-06: no contact force"), std::string::npos);
  EXPECT_NE(csv_table({comparison}).find("moreau_jean:theta=0,0.0001,1e-06,0,0,rad,"), std::string::npos);
}

}  // namespace comparison_table_test

}  // namespace percuss
