// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <optional>
#include <string>
#include <vector>

#include "io/value_tree.hpp"

namespace percuss {

/// Turns yaml-cpp's events into a ValueNode. Events rather than YAML::Node, because a node has lost the places of its
/// keys and its duplicates, and expands neither depth nor aliases under our control.
/// Lives for one document; keeps a reference to `text`. Its handlers throw InputError, straight through the parser.
class YamlBuilder final : public YAML::EventHandler {
 public:
  YamlBuilder(const std::string& text, std::string name);

  /// False until a document has begun, also after a text of comments only.
  bool has_document() const { return documents_ > 0; }
  ValueNode take_root() { return std::move(root_); }
  /// Duplicate keys found so far: collected, not thrown, so that all of them are told at once.
  std::vector<Fault> take_duplicates() { return std::move(duplicates_); }
  /// Where a mark of yaml-cpp (bytes from 0) stands, in characters from 1.
  Place place_of(const YAML::Mark& mark) const;
  /// Whether the line that holds `mark` is indented with a tab.
  bool tab_indents(const YAML::Mark& mark) const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  /// A subtree with what its copies would cost.
  struct Weighed {
    ValueNode node;
    std::size_t weight = 1;  ///< nodes, and one more per 64 bytes of text
    std::size_t height = 0;  ///< levels of lists and maps
  };
  struct OpenNode : Weighed {
    YAML::anchor_t anchor = 0;
  };

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, ValueNode::Type type);
  void close();
  void add(Weighed value, YAML::anchor_t anchor, const Place& place);
  void add_key(const std::string& key, const YAML::Mark& mark);
  bool awaits_key() const;
  void refuse_tag(const std::string& tag, const YAML::Mark& mark) const;
  void refuse_open_quote(const YAML::Mark& mark) const;
  void count_copy(const Weighed& value, const Place& place);
  void collect_duplicates(const ValueNode& map);
  std::size_t offset_of(const YAML::Mark& mark) const;
  std::string path() const;
  [[noreturn]] void refuse(Place place, std::string message, std::string remedy) const;

  const std::string& text_;
  std::string name_;
  std::vector<std::size_t> line_starts_;          ///< byte offsets
  std::vector<std::size_t> inner_bytes_;          ///< offsets of the bytes of UTF-8 that begin no character
  std::vector<OpenNode> open_;                    ///< lists and maps that have begun, outermost first
  std::vector<std::optional<Weighed>> anchored_;  ///< by anchor number; empty while its node is open
  std::vector<Fault> duplicates_;
  ValueNode root_;
  int documents_ = 0;
  std::size_t copied_ = 0;  ///< weight of all copies made for anchors and aliases
};

}  // namespace percuss
