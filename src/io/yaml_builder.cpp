// SPDX-License-Identifier: Apache-2.0
#include "io/yaml_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>

namespace percuss {

namespace {

/// yaml-cpp closes a quote at the end of the file by itself; `quote_at` is the opening quote.
bool quote_is_closed(const std::string& text, std::size_t quote_at) {
  const char quote = text[quote_at];
  for (auto i = quote_at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return true;
      ++i;  // '' inside single quotes is one quote
    }
  }
  return false;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

YamlBuilder::YamlBuilder(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') line_starts_.push_back(i + 1);
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) inner_bytes_.push_back(i);
  }
}

std::size_t YamlBuilder::offset_of(const YAML::Mark& mark) const {
  const auto line = std::min(static_cast<std::size_t>(std::max(mark.line, 0)), line_starts_.size() - 1);
  return std::min(line_starts_[line] + static_cast<std::size_t>(std::max(mark.column, 0)), text_.size());
}

Place YamlBuilder::place_of(const YAML::Mark& mark) const {
  if (mark.is_null()) return {name_, 0, 0};
  const auto end = offset_of(mark);
  const auto line = std::upper_bound(line_starts_.begin(), line_starts_.end(), end) - line_starts_.begin();
  const auto begin = line_starts_[static_cast<std::size_t>(line - 1)];
  const auto inner_before = [&](std::size_t at) {
    return std::lower_bound(inner_bytes_.begin(), inner_bytes_.end(), at) - inner_bytes_.begin();
  };
  const auto column = static_cast<std::ptrdiff_t>(end - begin) - (inner_before(end) - inner_before(begin)) + 1;
  return {name_, static_cast<int>(line), static_cast<int>(column)};
}

bool YamlBuilder::tab_indents(const YAML::Mark& mark) const {
  if (mark.is_null()) return false;
  const auto line = std::min(static_cast<std::size_t>(std::max(mark.line, 0)), line_starts_.size() - 1);
  const auto first = text_.find_first_not_of(" \t", line_starts_[line]);
  return std::string_view(text_).substr(0, first).substr(line_starts_[line]).find('\t') != std::string_view::npos;
}

void YamlBuilder::refuse(Place place, std::string message, std::string remedy) const {
  auto faults = duplicates_;
  faults.push_back({std::move(place), path(), std::move(message), std::move(remedy)});
  throw InputError(std::move(faults));
}

std::string YamlBuilder::path() const {
  std::string path;
  for (const auto& frame : open_) {
    const auto& node = frame.node;
    if (node.type == ValueNode::Type::map && node.keys.size() == node.items.size()) break;  // no key under way
    if (!path.empty()) path += '.';
    path += node.type == ValueNode::Type::map ? node.keys.back() : std::to_string(node.items.size());
  }
  return path;
}

bool YamlBuilder::awaits_key() const {
  if (open_.empty() || open_.back().node.type != ValueNode::Type::map) return false;
  return open_.back().node.keys.size() == open_.back().node.items.size();
}

void YamlBuilder::refuse_tag(const std::string& tag, const YAML::Mark& mark) const {
  if (!tag.empty() && tag != "?" && tag != "!")  // yaml-cpp's own marks for plain and quoted
    refuse(place_of(mark), fmt::format("tag `{}` is not supported", tag), "remove the tag; a text goes in quotes");
}

void YamlBuilder::refuse_open_quote(const YAML::Mark& mark) const {
  auto at = offset_of(mark);
  while (at < text_.size() && (text_[at] == '&' || text_[at] == '!' || is_blank(text_[at]))) {
    while (at < text_.size() && !is_blank(text_[at])) ++at;  // an anchor or tag stands before the quote
    while (at < text_.size() && is_blank(text_[at])) ++at;
  }
  const bool quote = at < text_.size() && (text_[at] == '"' || text_[at] == '\'');
  if (quote && !quote_is_closed(text_, at))
    refuse(place_of(mark), "the quote opened here is never closed", fmt::format("close it with {}", text_[at]));
}

void YamlBuilder::count_copy(const Weighed& value, const Place& place) {
  copied_ += value.weight;
  if (copied_ > most_alias_nodes)
    refuse(place, fmt::format("anchors expand to more than {} values", most_alias_nodes), "write the values out");
}

void YamlBuilder::add(Weighed value, YAML::anchor_t anchor, const Place& place) {
  if (anchor > 0) {
    count_copy(value, place);
    anchored_.resize(std::max(anchored_.size(), anchor + 1));
    anchored_[anchor] = value;
  }
  if (open_.empty()) {
    root_ = std::move(value.node);
    return;
  }
  auto& parent = open_.back();
  parent.weight += value.weight;
  parent.height = std::max(parent.height, value.height + 1);
  parent.node.items.push_back(std::move(value.node));
}

void YamlBuilder::add_key(const std::string& key, const YAML::Mark& mark) {
  if (key == "<<") refuse(place_of(mark), "merge keys `<<` are not supported", "write the keys out");
  auto& map = open_.back();
  map.weight += key.size() / 64;
  map.node.keys.push_back(key);
  map.node.key_places.push_back(place_of(mark));
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ > 1)
    refuse(place_of(mark), "a second YAML document starts here",
           "a file holds one document: remove `---`, or indent this line like the first key");
}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (awaits_key()) refuse(place_of(mark), "a key must be a word", "put the key in quotes");
  Weighed value;
  // The mark of a value that is absent is that of whatever follows, be it lines below: the key, or the list, is nearer.
  const auto at = offset_of(mark);
  const bool written = at < text_.size() && (text_[at] == '~' || text_[at] == 'n' || text_[at] == 'N');
  value.node.place = place_of(mark);
  if (!open_.empty() && open_.back().node.type == ValueNode::Type::map) {
    value.node.place = open_.back().node.key_places.back();
  } else if (!open_.empty() && !written) {
    value.node.place = open_.back().node.place;
  }
  const auto place = value.node.place;
  add(std::move(value), anchor, place);
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto place = place_of(mark);
  if (awaits_key()) refuse(place, "a key must be a word, not an alias", "write the key out");
  if (anchor >= anchored_.size() || !anchored_[anchor])
    refuse(place, "an alias stands within its own anchor", "write the values out");
  const auto& original = *anchored_[anchor];
  if (open_.size() + original.height > deepest_nesting)
    refuse(place, fmt::format("lists and maps are nested deeper than {}", deepest_nesting), "flatten them");
  count_copy(original, place);
  add(original, 0, place);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  refuse_tag(tag, mark);
  if (tag == "!") refuse_open_quote(mark);
  const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0 && c != '\n' && c != '\t'; };
  if (std::any_of(value.begin(), value.end(), is_control))
    refuse(place_of(mark), "an escape stands for a control character", "write the text without it");
  Weighed scalar;
  scalar.node.type = ValueNode::Type::scalar;
  scalar.node.text = value;
  scalar.node.quoted = tag == "!";
  scalar.node.place = place_of(mark);
  scalar.weight += value.size() / 64;
  const auto place = scalar.node.place;
  if (!awaits_key()) return add(std::move(scalar), anchor, place);
  if (anchor > 0) refuse(place, "a key has an anchor", "move the anchor to the value");
  add_key(value, mark);
}

void YamlBuilder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, ValueNode::Type type) {
  refuse_tag(tag, mark);
  if (awaits_key())  // yaml-cpp takes an outermost list that is never closed for a key as well
    refuse(place_of(mark), "a key must be a word, not a list or a map",
           "close the `[` or `{` that stands here, or put the key in quotes");
  if (open_.size() >= deepest_nesting)
    refuse(place_of(mark), fmt::format("lists and maps are nested deeper than {}", deepest_nesting), "flatten them");
  OpenNode frame;
  frame.node.type = type;
  frame.node.place = place_of(mark);
  frame.height = 1;
  frame.anchor = anchor;
  open_.push_back(std::move(frame));
}

void YamlBuilder::close() {
  OpenNode frame = std::move(open_.back());
  open_.pop_back();
  const auto place = frame.node.place;
  add({std::move(frame.node), frame.weight, frame.height}, frame.anchor, place);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value /*style*/) {
  open(mark, tag, anchor, ValueNode::Type::list);
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value /*style*/) {
  open(mark, tag, anchor, ValueNode::Type::map);
}

void YamlBuilder::OnMapEnd() {
  collect_duplicates(open_.back().node);
  close();
}

void YamlBuilder::collect_duplicates(const ValueNode& map) {
  std::vector<std::size_t> order(map.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return map.keys[a] < map.keys[b]; });
  const auto prefix = path().empty() ? "" : path() + ".";
  std::size_t first = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (map.keys[order[i]] != map.keys[order[first]]) {
      first = i;
      continue;
    }
    const auto& before = map.key_places[order[first]];
    duplicates_.push_back({map.key_places[order[i]], prefix + map.keys[order[i]],
                           fmt::format("key given twice, first at line {}, column {}", before.line, before.column),
                           "keep one of the two"});
  }
}

}  // namespace percuss
