// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/text_output.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/model_file.hpp"
#include "io/template_text.hpp"
#include "io/yaml_text.hpp"

namespace percuss::cli {

namespace {

struct ExpandArguments {
  std::string model, out;
  std::vector<std::string> assignments;
};

void escape(ValueNode& node) {
  node.text = TemplateText::escaped(std::move(node.text));
  for (auto& key : node.keys) key = TemplateText::escaped(std::move(key));
  for (auto& item : node.items) escape(item);
}

void expand_model(const ExpandArguments& arguments) {
  auto file = read_model(arguments.model, arguments.assignments);
  escape(file.tree);
  std::error_code none;
  if (std::filesystem::equivalent(arguments.model, arguments.out, none))
    throw input_error("", fmt::format("`{}` is the model itself", arguments.out), "choose another name",
                      {"--out", 0, 0});
  put_text(yaml_text(file.tree), arguments.out);
}

}  // namespace

void add_expand(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ExpandArguments>();
  auto* verb = app.add_subcommand("expand", "write a model without parameters, expressions, repetitions and includes");
  verb->add_option("MODEL", arguments->model, "model file (YAML)")->required();
  verb->add_option("--set", arguments->assignments, "override a key; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  add_text_output(*verb, arguments->out);
  verb->callback([arguments, &exit_code] {
    expand_model(*arguments);
    exit_code = done;
  });
}

}  // namespace percuss::cli
