// SPDX-License-Identifier: Apache-2.0
#include "io/model_document.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/yaml_text.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {
namespace model_document_test {

namespace fs = std::filesystem;

class ModelDocumentTest : public testing::Test {
 protected:
  ModelDocumentTest() : folder_(fs::path(testing::TempDir()) / fmt_name()) {
    fs::create_directories(folder_ / "parts");
  }
  ~ModelDocumentTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string read(const std::string& text) const { return yaml_text(read_document(write("m.yaml", text)).tree); }
  Lines faults(const std::string& text) const {
    return faults_of([&] { read(text); });
  }

 private:
  static std::string fmt_name() { return "percuss_model_document_" + std::to_string(getpid()); }
  fs::path folder_;
};

TEST_F(ModelDocumentTest, WithoutIncludesIsTheFile) {
  const std::string text = "percuss: 1\nbodies: {a: 0}\n";
  EXPECT_EQ(read(text), text);
  EXPECT_EQ(read_document(path("m.yaml")).text, text);
}

TEST_F(ModelDocumentTest, NamedThingsOfAllFilesStandTogether) {
  write("base.yaml", "percuss: 1\ntitle: base\nbodies: {a: 1}\nrepeat: [{for: {i: 1}}]\n");
  EXPECT_EQ(
      read("percuss: 1\ntitle: mine\ninclude: base.yaml\nbodies: {b: 2}\nloads: {w: 3}\nrepeat: [{for: {j: 2}}]\n"),
      "percuss: 1\ntitle: mine\nbodies: {a: 1, b: 2}\nrepeat:\n  - for: {i: 1}\n  - for: {j: 2}\nloads: {w: 3}\n");
}

TEST_F(ModelDocumentTest, LaterValuesCount) {
  write("base.yaml", "parameters: {n: 1, m: 2}\nsimulation: {scheme: {name: dg_plus, order: 1}, step: 1}\n");
  write("more.yaml", "parameters: {n: 3}\nsimulation: {step: 2}\noutputs: {every: 1}\n");
  EXPECT_EQ(read("include: [base.yaml, more.yaml]\nsimulation: {end_time: 4, scheme: {order: 2}}\n"),
            "parameters: {n: 3, m: 2}\nsimulation:\n  scheme: {name: dg_plus, order: 2}\n  step: 2\n  end_time: 4\n"
            "outputs: {every: 1}\n");
  EXPECT_EQ(read("include: base.yaml\nsimulation: {scheme: moreau_jean}\n"),
            "parameters: {n: 1, m: 2}\nsimulation: {scheme: moreau_jean, step: 1}\n");
}

TEST_F(ModelDocumentTest, AnotherChoiceReplacesTheOther) {
  write("base.yaml", "simulation: {scheme: {name: moreau_jean, theta: 0.7}, contact_solver: auto}\n");
  EXPECT_EQ(
      read("include: base.yaml\nsimulation: {scheme: {name: dg_plus, order: 1}, contact_solver: {tolerance: 1}}\n"),
      "simulation:\n  scheme: {name: dg_plus, order: 1}\n  contact_solver: {name: auto, tolerance: 1}\n");
  EXPECT_EQ(read("include: base.yaml\nsimulation: {scheme: {theta: 1}}\n"),
            "simulation:\n  scheme: {name: moreau_jean, theta: 1}\n  contact_solver: auto\n");
}

TEST_F(ModelDocumentTest, PathsStartFromTheFileThatNamesThem) {
  write("parts/inner.yaml", "bodies: {a: 1}\n");
  write("parts/outer.yaml", "include: inner.yaml\nbodies: {b: 2}\n");
  EXPECT_EQ(read("include: parts/outer.yaml\nbodies: {c: 3}"), "bodies: {a: 1, b: 2, c: 3}\n");
  const auto document = read_document(path("m.yaml"));
  EXPECT_EQ(document.text, "include: parts/outer.yaml\nbodies: {c: 3}\n--- # " + path("parts/outer.yaml") +
                               "\ninclude: inner.yaml\nbodies: {b: 2}\n--- # " + path("parts/inner.yaml") +
                               "\nbodies: {a: 1}\n");
  EXPECT_EQ(document.tree.find("bodies")->find("a")->place.file, path("parts/inner.yaml"));
}

TEST_F(ModelDocumentTest, TwoOfANameAreRefused) {
  write("base.yaml", "bodies:\n  a: 1\n  b: 1\n");
  EXPECT_EQ(
      faults("include: base.yaml\nbodies: {b: 2, a: 2}\n"),
      (Lines{path("m.yaml") + ":2:10: bodies.b: is in " + path("base.yaml") +
                 ":3 as well\n  rename one; what shall differ from an included file can be one of its `parameters`",
             path("m.yaml") + ":2:16: bodies.a: is in " + path("base.yaml") +
                 ":2 as well\n  rename one; what shall differ from an included file can be one of its `parameters`"}));
}

TEST_F(ModelDocumentTest, RefusesWhatCannotBeIncluded) {
  write("self.yaml", "include: m.yaml\n");
  write("list.yaml", "[1]\n");
  write("other.yaml", "percuss: 2\n");
  write("bad.yaml", "a: [\n");
  for (const auto* files : {"self.yaml", "m.yaml", "./parts/../m.yaml", "none.yaml", "parts", "list.yaml", "other.yaml",
                            "bad.yaml", "", "[]x", "{a: 1}", "[[list.yaml]]"})
    EXPECT_EQ(faults("include: " + std::string(files) + "\n").size(), 1U) << files;
  EXPECT_EQ(faults("include: none.yaml\n"),
            Lines{path("m.yaml") + ":1:10: include: there is no file " + path("none.yaml") +
                  "\n  paths start from the folder of the file that includes"});
}

TEST_F(ModelDocumentTest, TheSameFileMayBeReachedTwiceUnlessItNamesThings) {
  write("base.yaml", "parameters: {n: 1}\n");
  write("a.yaml", "include: base.yaml\nbodies: {a: 1}\n");
  write("b.yaml", "include: base.yaml\nbodies: {b: 1}\n");
  EXPECT_EQ(read("include: [a.yaml, b.yaml]\n"), "parameters: {n: 1}\nbodies: {a: 1, b: 1}\n");
}

}  // namespace model_document_test
}  // namespace percuss
