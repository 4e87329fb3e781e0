// SPDX-License-Identifier: Apache-2.0
// The reading half of Hdf5File.
#include <fmt/format.h>

#include <algorithm>

#include "core/fault.hpp"
#include "io/hdf5_content.hpp"

namespace percuss {

using hdf5::Handle;
using hdf5::Turn;

namespace {

constexpr double most_numbers = 1e12;  // 8 TB: no memory holds it, so the extents of the file must be wrong

[[noreturn]] void refuse(const std::string& path, std::string_view object, std::string message, std::string remedy) {
  throw input_error(std::string(object), std::move(message), std::move(remedy), {path, 0, 0});
}

std::vector<std::size_t> shape_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = std::max(H5Sget_simple_extent_ndims(space.get()), 0);
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
  return {extents.begin(), extents.end()};
}

std::string text_of(const std::vector<std::size_t>& shape) { return fmt::format("({})", fmt::join(shape, " x ")); }

/// Called by HDF5 for each object of the file; an exception must not pass through its C code.
herr_t note_dataset(hid_t, const char* name, const H5O_info_t* info, void* names) noexcept {
  if (info->type != H5O_TYPE_DATASET) return 0;
  try {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  } catch (const std::bad_alloc&) {
    return -1;
  }
  return 0;
}

std::vector<std::string> dataset_names(hid_t file) {
  std::vector<std::string> names;
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, note_dataset, &names);
  std::sort(names.begin(), names.end());
  return names;
}

/// Opens a dataset and checks that it holds values of this class; a name that is not there gets the nearest one.
Handle open_dataset(const std::string& path, hid_t file, std::string_view name, H5T_class_t kind) {
  Handle dataset(H5Dopen2(file, std::string(name).c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.valid()) {
    const auto reason = hdf5::reason_of_failure();
    const auto names = dataset_names(file);
    std::string_view word = name;
    word.remove_prefix(std::min(word.find_first_not_of('/'), word.size()));
    if (std::find(names.begin(), names.end(), word) == names.end())
      refuse(path, name, "no such dataset", guess_of(word, names) + "available datasets: " + join(names));
    refuse(path, name, "cannot read: " + reason, "the file is damaged: run, or copy, again");
  }
  const Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const auto found = H5Tget_class(type.get());
  const bool numbers = kind == H5T_FLOAT;
  if (found != kind && !(numbers && found == H5T_INTEGER))
    refuse(path, name, numbers ? "holds no numbers" : "holds no text", "");
  return dataset;
}

/// All values of a dataset of numbers, row by row.
std::vector<double> values_of(const std::string& path, const Handle& dataset, std::string_view name,
                              const std::vector<std::size_t>& shape) {
  double count = 1.0;
  for (const auto extent : shape) count *= static_cast<double>(extent);
  if (count > most_numbers)
    refuse(path, name, fmt::format("claims to hold {} numbers", text_of(shape)), "the file is damaged");
  std::vector<double> values(static_cast<std::size_t>(count));
  if (!values.empty() && H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    refuse(path, name, "cannot read: " + hdf5::reason_of_failure(), "the file is damaged: run, or copy, again");
  return values;
}

/// Text of either kind that HDF5 knows, through the function that reads it: of fixed size, or held by HDF5.
template <class Read>
std::string text_through(const Handle& type, Read read, bool& succeeded) {
  if (H5Tis_variable_str(type.get()) > 0) {
    char* held = nullptr;
    succeeded = read(type.get(), &held) >= 0;
    std::string text = succeeded && held != nullptr ? held : "";
    H5free_memory(held);
    return text;
  }
  std::string text(H5Tget_size(type.get()), '\0');
  succeeded = read(type.get(), text.data()) >= 0;
  return text.substr(0, text.find('\0'));
}

}  // namespace

std::vector<double> Hdf5File::read_vector(std::string_view dataset) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  content_->write_all_held_rows();
  const auto source = open_dataset(content_->path, content_->file.get(), dataset, H5T_FLOAT);
  const auto shape = shape_of(source.get());
  if (shape.size() > 1) refuse(content_->path, dataset, "holds a matrix " + text_of(shape), "expected a vector");
  return values_of(content_->path, source, dataset, shape);
}

Hdf5Matrix Hdf5File::read_matrix(std::string_view dataset) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  content_->write_all_held_rows();
  const auto source = open_dataset(content_->path, content_->file.get(), dataset, H5T_FLOAT);
  const auto shape = shape_of(source.get());
  if (shape.size() > 2) refuse(content_->path, dataset, "holds an array " + text_of(shape), "expected a matrix");
  return {.rows = shape.empty() ? 1 : shape[0],
          .cols = shape.size() < 2 ? 1 : shape[1],
          .data = values_of(content_->path, source, dataset, shape)};
}

std::vector<double> Hdf5File::read_rows(std::string_view dataset, std::size_t first, std::size_t count) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  content_->write_all_held_rows();
  const auto source = open_dataset(content_->path, content_->file.get(), dataset, H5T_FLOAT);
  auto shape = shape_of(source.get());
  if (shape.empty() || shape.size() > 2 || first > shape[0] || count > shape[0] - first)
    refuse(content_->path, dataset, fmt::format("no rows {} to {} in {}", first, first + count, text_of(shape)),
           "the file is damaged: run, or copy, again");
  const std::size_t cols = shape.size() > 1 ? shape[1] : 1;
  const hsize_t begin[2] = {first, 0}, size[2] = {count, cols};
  std::vector<double> rows(count * cols);
  if (rows.empty()) return rows;
  const Handle space(H5Dget_space(source.get()), H5Sclose);
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, begin, nullptr, size, nullptr);
  const Handle memory = hdf5::box_space(static_cast<int>(shape.size()), size);
  if (H5Dread(source.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, rows.data()) < 0)
    refuse(content_->path, dataset, "cannot read: " + hdf5::reason_of_failure(),
           "the file is damaged: run, or copy, again");
  return rows;
}

std::string Hdf5File::read_text(std::string_view dataset) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  const auto source = open_dataset(content_->path, content_->file.get(), dataset, H5T_STRING);
  if (!shape_of(source.get()).empty()) refuse(content_->path, dataset, "holds many texts", "expected a single one");
  bool succeeded = false;
  const auto read = [&source](hid_t type, void* target) {
    return H5Dread(source.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, target);
  };
  auto text = text_through({H5Dget_type(source.get()), H5Tclose}, read, succeeded);
  if (!succeeded) refuse(content_->path, dataset, "cannot read: " + hdf5::reason_of_failure(), "the file is damaged");
  return text;
}

namespace {

/// Opens an attribute and checks that it is a single value of the class that is wanted.
Handle open_attribute(const std::string& path, hid_t file, std::string_view object, std::string_view name, bool text) {
  const std::string place = object.empty() ? "/" : std::string(object), word(name);
  const auto shown = fmt::format("{}@{}", place, word);
  Handle attribute(H5Aopen_by_name(file, place.c_str(), word.c_str(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute.valid()) refuse(path, shown, "no such attribute", "");
  const Handle type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
  const auto found = H5Tget_class(type.get());
  const bool fits = text ? found == H5T_STRING : found == H5T_FLOAT || found == H5T_INTEGER;
  if (!fits || H5Sget_simple_extent_npoints(space.get()) != 1)
    refuse(path, shown, text ? "holds no text" : "holds no number", "expected a single value");
  return attribute;
}

template <class Number>
Number attribute_number(const std::string& path, hid_t file, std::string_view object, std::string_view name,
                        hid_t type) {
  const auto attribute = open_attribute(path, file, object, name, /*text=*/false);
  Number value{};
  if (H5Aread(attribute.get(), type, &value) < 0)
    refuse(path, name, "cannot read: " + hdf5::reason_of_failure(), "the file is damaged");
  return value;
}

}  // namespace

std::string Hdf5File::read_attribute_text(std::string_view object, std::string_view name) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  const auto source = open_attribute(content_->path, content_->file.get(), object, name, /*text=*/true);
  bool succeeded = false;
  const auto read = [&source](hid_t type, void* target) { return H5Aread(source.get(), type, target); };
  auto text = text_through({H5Aget_type(source.get()), H5Tclose}, read, succeeded);
  if (!succeeded) refuse(content_->path, name, "cannot read: " + hdf5::reason_of_failure(), "the file is damaged");
  return text;
}

double Hdf5File::read_attribute_number(std::string_view object, std::string_view name) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  return attribute_number<double>(content_->path, content_->file.get(), object, name, H5T_NATIVE_DOUBLE);
}

std::int64_t Hdf5File::read_attribute_integer(std::string_view object, std::string_view name) const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  return attribute_number<std::int64_t>(content_->path, content_->file.get(), object, name, H5T_NATIVE_INT64);
}

std::vector<Hdf5Entry> Hdf5File::list() const {
  const Turn turn;
  content_->require_open(/*to_write=*/false);
  content_->write_all_held_rows();
  std::vector<Hdf5Entry> entries;
  for (auto& name : dataset_names(content_->file.get())) {
    const Handle dataset(H5Dopen2(content_->file.get(), name.c_str(), H5P_DEFAULT), H5Dclose);
    entries.push_back({name, dataset.valid() ? shape_of(dataset.get()) : std::vector<std::size_t>{}});
  }
  return entries;
}

}  // namespace percuss
