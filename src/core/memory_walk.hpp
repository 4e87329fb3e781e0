// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// What a walk has found, by name, in the order of the walk. Filled again by a walk of the same things it allocates
/// nothing.
class MemoryImage {
 public:
  struct Item {
    std::string name;  ///< with those of what it is in: "scheme/rule/a_left"
    std::vector<double> values;
  };
  const Item& operator[](std::size_t i) const { return items_[i]; }
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }
  /// Puts an item at the end and returns it, without values.
  Item& add(std::string_view name);

 private:
  std::vector<Item> items_;
  std::size_t size_ = 0;  // items beyond wait to be filled again
};

/// Visits all that the next step depends on besides the model, its settings and (t, q, v): carried accelerations,
/// closed contacts, warm starts, what guesses and searches have learnt, sums of a ledger. A class that has such memory
/// declares it once,
///
///   void walk_memory(MemoryWalk& walk) { walk("gap_left", gap_left_); walk("stage", stage_); ... }
///
/// and may then be saved, restored, and written to a file. What follows from it (factors, rows of G) is no memory: a
/// class that keeps such a thing from step to step makes it anew after a walk that `restores()`. A walk that saves
/// changes nothing.
class MemoryWalk {
 public:
  /// `image` <- what the walk visits.
  static MemoryWalk saving(MemoryImage& image);
  /// What the walk visits <- `image`, which must be of the same model and settings: a walk that finds another name or
  /// another number of values than it expects throws std::runtime_error; what came before it has been restored then.
  static MemoryWalk restoring(const MemoryImage& image) { return {Task::restore, nullptr, &image, nullptr}; }
  /// Lists the vectors that are visited by `acceleration`, in order.
  static MemoryWalk collecting(std::vector<Vector*>& found) { return {Task::collect, nullptr, nullptr, &found}; }

  bool restores() const { return task_ == Task::restore; }

  /// A number, flag or enumerator; a vector or array of them, or of arrays; a class with `walk_memory`, or a vector of
  /// such whose memory is of fixed size.
  template <class T>
  void operator()(std::string_view name, T& thing) {
    if (is_in_list_) return visit(thing);
    if constexpr (is_walked<T>) {
      const auto outer = enter(name);
      thing.walk_memory(*this);
      leave(outer);
    } else {
      if (task_ == Task::collect) return;
      begin(name);
      visit(thing);
      end(name);
    }
  }
  /// An acceleration (nv) that the motion goes on from besides q and v, valid after the first step: the matrix of a
  /// linear step has it among its unknowns.
  void acceleration(std::string_view name, Vector& a) {
    if (task_ == Task::collect)
      found_->push_back(&a);
    else
      (*this)(name, a);
  }

 private:
  enum class Task { save, restore, collect };
  MemoryWalk(Task task, MemoryImage* to, const MemoryImage* from, std::vector<Vector*>* found)
      : task_(task), to_(to), from_(from), found_(found) {}

  template <class T>
  static constexpr bool is_walked = requires(T& thing, MemoryWalk& walk) {
    thing.walk_memory(walk);
  };
  template <class T>
  static constexpr bool is_number = std::is_arithmetic_v<T> || std::is_enum_v<T>;
  template <class T>
  static constexpr bool grows = requires(T& list) {
    list.resize(list.size());
  };

  /// Returns the length of the path before.
  std::size_t enter(std::string_view name);
  void leave(std::size_t outer) { path_.resize(outer); }
  void begin(std::string_view name);
  void end(std::string_view name);
  [[noreturn]] void refuse(std::string_view name) const;

  template <class T>
  void visit(T& thing) {
    if constexpr (is_number<T>)
      number(thing);
    else if constexpr (is_walked<T>)
      thing.walk_memory(*this);
    else
      visit_list(thing);
  }
  /// A list of numbers is as long as its item; others tell their length first.
  template <class List>
  void visit_list(List& list) {
    using Element = std::remove_cvref_t<decltype(list[0])>;
    if constexpr (grows<List>) {
      auto length = static_cast<Index>(list.size());
      if constexpr (is_number<Element>) {
        if (restores()) length = static_cast<Index>(values_->size() - next_);
      } else {
        number(length);
      }
      if (restores()) list.resize(static_cast<decltype(list.size())>(length));
    }
    if constexpr (std::is_same_v<Element, double>) {
      doubles(list);
      return;
    }
    const bool was_in_list = std::exchange(is_in_list_, true);
    for (decltype(list.size()) i = 0; i < list.size(); ++i) visit(list[i]);
    is_in_list_ = was_in_list;
  }
  /// All at once: state and forces of a large model are long.
  template <class List>
  void doubles(List& list) {
    const auto length = static_cast<std::size_t>(list.size());
    if (task_ == Task::save) item_->values.insert(item_->values.end(), list.data(), list.data() + length);
    if (!restores()) return;
    if (values_->size() - next_ < length) refuse("a list");
    std::copy_n(values_->data() + next_, length, list.data());
    next_ += length;
  }
  template <class Number>
  void number(Number& x) {
    if (task_ == Task::save) return put(static_cast<double>(x));
    if (task_ == Task::collect) return;
    if constexpr (std::is_same_v<Number, bool>)
      x = take() != 0.0;
    else
      x = static_cast<Number>(take());
  }
  void put(double x) { item_->values.push_back(x); }
  double take() {
    if (next_ == values_->size()) refuse("a list");
    return (*values_)[next_++];
  }

  Task task_;
  MemoryImage* to_;
  const MemoryImage* from_;
  std::vector<Vector*>* found_;
  std::string path_;
  bool is_in_list_ = false;
  MemoryImage::Item* item_ = nullptr;            // that is being filled
  const std::vector<double>* values_ = nullptr;  // of the item that is being read
  std::size_t next_item_ = 0, next_ = 0;         // of the image; of the values
};

}  // namespace percuss
