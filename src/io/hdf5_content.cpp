// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "io/hdf5_packing.hpp"

namespace percuss {

using hdf5::box_space;
using hdf5::Handle;
using hdf5::Turn;

namespace {

constexpr std::size_t chunk_numbers = 64 * 1024 / sizeof(double);        // small enough for a file of many short series
constexpr std::size_t longest_chunk_row = 1024 * 1024 / sizeof(double);  // a longer row is cut into chunks of 1 MiB
constexpr std::size_t no_limit = static_cast<std::size_t>(H5S_UNLIMITED);

}  // namespace

void Hdf5File::Content::refuse(std::string_view object, std::string_view what) const {
  throw std::runtime_error(fmt::format("{}: {}{}{}", path, object, object.empty() ? "" : ": ", what));
}

void Hdf5File::Content::require_open(bool to_write) const {
  if (!file.valid()) refuse("", "the file is closed");
  if (to_write && !writable) refuse("", "the file is open for reading only");
}

void Hdf5File::Content::check(bool succeeded, std::string_view object, std::string_view action) const {
  if (!succeeded) refuse(object, fmt::format("cannot {}: {}", action, hdf5::reason_of_failure()));
}

Handle Hdf5File::Content::new_dataset(std::string_view name, const Handle& type, const Handle& space, hid_t creation,
                                      hid_t access) const {
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const std::string path_inside(name);
  Handle dataset(H5Dcreate2(file.get(), path_inside.c_str(), type.get(), space.get(), links.get(), creation, access),
                 H5Dclose);
  check(dataset.valid(), name, "create the dataset");
  return dataset;
}

Hdf5File::Content::Series Hdf5File::Content::new_series(std::string_view name, std::size_t cols,
                                                        Hdf5Storage storage) const {
  Series made;
  made.cols = cols;
  const auto chunk_cols = std::clamp<std::size_t>(cols, 1, longest_chunk_row);
  made.chunk_rows = storage.compressed_rows > 0 ? storage.compressed_rows
                    : storage.chunk_rows > 0    ? storage.chunk_rows
                                                : (chunk_numbers + chunk_cols - 1) / chunk_cols;
  // HDF5 wants chunks of at least one number, and chunks no wider than the limit: hence no limit without columns.
  const hsize_t size[2] = {0, cols}, limit[2] = {no_limit, cols > 0 ? cols : no_limit};
  const hsize_t chunk[2] = {made.chunk_rows, chunk_cols};
  const int rank = cols == 1 ? 1 : 2;
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_chunk(creation.get(), rank, chunk) >= 0, name, "choose chunks");
  if (storage.compressed_rows > 0) made.packed_as = storage.number;
  if (storage.compressed_rows > 0)
    check(H5Pset_shuffle(creation.get()) >= 0 && H5Pset_deflate(creation.get(), 1) >= 0, name, "choose compression");
  // Rows arrive in whole chunks, so a cache would only take memory and hide a full disk until the file is closed.
  const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access.get(), H5D_CHUNK_CACHE_NSLOTS_DEFAULT, /*rdcc_nbytes=*/0, H5D_CHUNK_CACHE_W0_DEFAULT);
  made.dataset =
      new_dataset(name, hdf5::number_type(storage.number), box_space(rank, size, limit), creation.get(), access.get());
  return made;
}

Hdf5File::Content::Series& Hdf5File::Content::series_of(std::string_view name, std::size_t cols, Hdf5Storage storage) {
  auto found = series.find(name);
  if (found == series.end()) {
    require_open(/*to_write=*/true);
    const Turn turn;
    found = series.emplace(name, new_series(name, cols, storage)).first;
  }
  if (found->second.cols != cols)
    refuse(name, fmt::format("a row of {} numbers for {} columns", cols, found->second.cols));
  return found->second;
}

void Hdf5File::Content::write_held_rows(std::string_view name, Series& s) const {
  if (s.held == 0) return;
  const bool whole = s.held == s.chunk_rows && s.written % s.chunk_rows == 0 && s.cols <= longest_chunk_row;
  if (s.packed_as && whole)
    write_chunk(name, s);
  else
    write_rows(name, s);
  s.written += s.held;
  s.held = 0;
  s.buffer.clear();
}

void Hdf5File::Content::write_rows(std::string_view name, const Series& s) const {
  const Turn turn;
  const hsize_t begin[2] = {s.written, 0}, count[2] = {s.held, s.cols}, size[2] = {s.written + s.held, s.cols};
  check(H5Dset_extent(s.dataset.get(), size) >= 0, name, "extend the dataset");
  if (s.cols == 0) return;
  const Handle target(H5Dget_space(s.dataset.get()), H5Sclose);
  const Handle source = box_space(s.cols == 1 ? 1 : 2, count);
  H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, begin, nullptr, count, nullptr);
  check(H5Dwrite(s.dataset.get(), H5T_NATIVE_DOUBLE, source.get(), target.get(), H5P_DEFAULT, s.buffer.data()) >= 0,
        name, "write");
}

void Hdf5File::Content::write_chunk(std::string_view name, const Series& s) const {
  const auto bytes = hdf5::packed(s.buffer, *s.packed_as);
  const Turn turn;
  const hsize_t begin[2] = {s.written, 0}, size[2] = {s.written + s.held, s.cols};
  check(H5Dset_extent(s.dataset.get(), size) >= 0, name, "extend the dataset");
  check(H5Dwrite_chunk(s.dataset.get(), H5P_DEFAULT, /*filters=*/0, begin, bytes.size(), bytes.data()) >= 0, name,
        "write");
}

void Hdf5File::Content::write_all_held_rows() {
  for (auto& [name, one] : series) write_held_rows(name, one);
}

void Hdf5File::Content::set_attribute(std::string_view object, std::string_view name, const Handle& type,
                                      const void* value, std::optional<std::size_t> count) const {
  const std::string place = object.empty() ? "/" : std::string(object), word(name);
  const auto shown = fmt::format("{}@{}", place, word);
  const Handle owner(H5Oopen(file.get(), place.c_str(), H5P_DEFAULT), H5Oclose);
  check(owner.valid(), shown, "write the attribute");
  if (H5Aexists(owner.get(), word.c_str()) > 0) H5Adelete(owner.get(), word.c_str());
  const hsize_t size = count.value_or(1);
  const Handle space = count ? box_space(1, &size) : hdf5::scalar_space();
  const Handle attribute(H5Acreate2(owner.get(), word.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  check(attribute.valid() && H5Awrite(attribute.get(), type.get(), value) >= 0, shown, "write the attribute");
}

}  // namespace percuss
