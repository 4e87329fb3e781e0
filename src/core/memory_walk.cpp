// SPDX-License-Identifier: Apache-2.0
#include "core/memory_walk.hpp"

#include <stdexcept>

namespace percuss {

MemoryImage::Item& MemoryImage::add(std::string_view name) {
  if (size_ == items_.size()) items_.emplace_back();
  auto& item = items_[size_++];
  item.name = name;
  item.values.clear();
  return item;
}

MemoryWalk MemoryWalk::saving(MemoryImage& image) {
  image.clear();
  return {Task::save, &image, nullptr, nullptr};
}

std::size_t MemoryWalk::enter(std::string_view name) {
  const auto outer = path_.size();
  path_ += name;
  path_ += '/';
  return outer;
}

void MemoryWalk::begin(std::string_view name) {
  const auto outer = path_.size();
  path_ += name;
  if (task_ == Task::save) {
    item_ = &to_->add(path_);
  } else {
    if (next_item_ == from_->size() || (*from_)[next_item_].name != path_) refuse("");
    values_ = &(*from_)[next_item_++].values;
    next_ = 0;
  }
  leave(outer);
}

void MemoryWalk::end(std::string_view name) {
  if (restores() && next_ != values_->size()) refuse(name);
}

void MemoryWalk::refuse(std::string_view name) const {
  throw std::runtime_error("`" + path_ + std::string(name) + "` is not what is stored in its place" +
                           (next_item_ < from_->size() ? ", `" + (*from_)[next_item_].name + "`" : ""));
}

}  // namespace percuss
