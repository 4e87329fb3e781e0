// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"

namespace percuss {

/// A YAML document as plain data: the order of the keys is kept, every node knows its place, no key occurs twice in a
/// map. A value type without links outside; the parser's own tree is gone when the reading function returns.
struct ValueNode {
  enum class Type { null, scalar, list, map };
  Type type = Type::null;
  std::string text;              ///< of a scalar, without its quotes
  bool quoted = false;           ///< "5", '5' and block scalars: a text, never a number
  std::vector<ValueNode> items;  ///< entries of a list, or values of a map
  std::vector<std::string> keys;
  std::vector<Place> key_places;  ///< keys and key_places run parallel to the items of a map
  Place place;                    ///< of the value; of the key where the value is missing (`key:`)

  /// The value of `key` in a map; null when there is none, or when this is no map. Lives as long as this node.
  const ValueNode* find(std::string_view key) const;
  ValueNode* find(std::string_view key);
  /// Takes a key that is there out of a map.
  void erase(std::string_view key);
};

/// Gives the node, its keys and all below them this place.
void put_everywhere(ValueNode& node, const Place& place);

/// Nodes that anchors (`&a`, `*a`) may add, in all, to a document; nesting of lists and maps that is accepted.
inline constexpr std::size_t most_alias_nodes = 1'000'000;
inline constexpr std::size_t deepest_nesting = 100;

/// Reads one YAML document. Throws InputError for a file that cannot be read (see `read_text_file`) and for all that
/// `parse_yaml` refuses.
ValueNode read_yaml_file(const std::string& path);

/// The document in `text`; `name` is the file in every place. Columns count characters, from 1.
/// Throws InputError: nothing but blanks and comments, not YAML, a second document, a key given twice (all of them at
/// once, each naming both places), a key that is not a word, a tag (`!!int`), a merge key (`<<`), an alias within its
/// own anchor, anchors that expand beyond `most_alias_nodes`, nesting beyond `deepest_nesting`, not UTF-8 text.
ValueNode parse_yaml(const std::string& text, const std::string& name);

}  // namespace percuss
