// SPDX-License-Identifier: Apache-2.0
// Hdf5File: groups, links and attributes, as other programs expect them.
#include <algorithm>

#include "io/hdf5_content.hpp"

namespace percuss {

using hdf5::Handle;
using hdf5::Turn;

namespace {

Handle links_with_groups() {
  Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  return links;
}

}  // namespace

void Hdf5File::write_numbers(std::string_view dataset, std::span<const std::int64_t> values) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const hsize_t size = values.size();
  const auto target = content_->new_dataset(dataset, hdf5::number_type(Hdf5Number::int64), hdf5::box_space(1, &size));
  if (values.empty()) return;
  content_->check(H5Dwrite(target.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, dataset,
                  "write");
}

void Hdf5File::create_group(std::string_view name, bool ordered) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const Handle links = links_with_groups();
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  if (ordered) H5Pset_link_creation_order(creation.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const Handle group(
      H5Gcreate2(content_->file.get(), std::string(name).c_str(), links.get(), creation.get(), H5P_DEFAULT), H5Gclose);
  content_->check(group.valid(), name, "create the group");
}

void Hdf5File::link(std::string_view target, std::string_view name) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const Handle links = links_with_groups();
  const auto file = content_->file.get();
  content_->check(
      H5Lcreate_hard(file, std::string(target).c_str(), file, std::string(name).c_str(), links.get(), H5P_DEFAULT) >= 0,
      name, "link");
}

void Hdf5File::soft_link(std::string_view target, std::string_view name) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const Handle links = links_with_groups();
  content_->check(H5Lcreate_soft(std::string(target).c_str(), content_->file.get(), std::string(name).c_str(),
                                 links.get(), H5P_DEFAULT) >= 0,
                  name, "link");
}

void Hdf5File::write_fixed_attribute(std::string_view object, std::string_view name, std::string_view value) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(value.size(), 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  content_->set_attribute(object, name, type, std::string(value).c_str());
}

void Hdf5File::write_attribute_list(std::string_view object, std::string_view name,
                                    std::span<const std::int64_t> values) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  content_->set_attribute(object, name, hdf5::number_type(Hdf5Number::int64), values.data(), values.size());
}

}  // namespace percuss
