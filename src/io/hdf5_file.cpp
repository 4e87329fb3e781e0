// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/fault.hpp"
#include "io/hdf5_content.hpp"

namespace percuss {

using hdf5::box_space;
using hdf5::Handle;
using hdf5::number_type;
using hdf5::scalar_space;
using hdf5::Turn;

namespace {

std::string_view without_leading_slash(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('/'), name.size()));
  return name;
}

/// An opened file closes whatever it holds: after a failure nothing may keep it open.
Handle access_properties() {
  Handle properties(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fclose_degree(properties.get(), H5F_CLOSE_STRONG);
  return properties;
}

/// Metadata stay in memory until a flush writes all of them: in between, the file on disk is as the last flush left it,
/// and can be read if the process is killed. They are some hundred bytes for every megabyte of rows.
Handle properties_of_new_file() {
  auto properties = access_properties();
  H5AC_cache_config_t cache{};
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  H5Pget_mdc_config(properties.get(), &cache);
  cache.evictions_enabled = false;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(properties.get(), &cache);
  return properties;
}

/// What the user can do about a file that HDF5 did not open.
Fault fault_of_opening(const std::string& path, const std::string& reason) {
  const auto says = [&reason](std::string_view words) { return reason.find(words) != std::string::npos; };
  if (!std::filesystem::exists(path)) return {{path}, "", "no such file", "expected a file written by `percuss`"};
  if (says("truncated file"))
    return {{path},
            "",
            "the file is cut off: " + reason,
            "the run that wrote it was stopped or its copy is incomplete: run, or copy, again"};
  if (says("unable to lock"))
    return {{path},
            "",
            "the file is in use: " + reason,
            "wait until the program that writes it has ended; on a file system without locks set "
            "HDF5_USE_FILE_LOCKING=FALSE"};
  if (says("file signature not found"))
    return {{path}, "", "not an HDF5 file", "expected a file written by `percuss`, most often *.h5"};
  return {{path}, "", "cannot read: " + reason, "expected a file written by `percuss`"};
}

}  // namespace

Hdf5File::Hdf5File(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Hdf5File::Hdf5File(Hdf5File&&) noexcept = default;

Hdf5File::~Hdf5File() {
  if (!content_) return;  // moved from
  const Turn turn;
  try {
    close();
  } catch (const std::exception&) {  // nobody is left to be told: who wants to know calls close()
  }
  content_.reset();
}

Hdf5File Hdf5File::create(const std::string& path) {
  const Turn turn;
  auto content = std::make_unique<Content>();
  content->path = path;
  content->writable = true;
  const auto access = properties_of_new_file();
  content->file = {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose};
  content->check(content->file.valid(), "", "create the file");
  return Hdf5File(std::move(content));
}

Hdf5File Hdf5File::open(const std::string& path) {
  const Turn turn;
  auto content = std::make_unique<Content>();
  content->path = path;
  const auto access = access_properties();
  content->file = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose};
  if (!content->file.valid()) throw InputError({fault_of_opening(path, hdf5::reason_of_failure())});
  return Hdf5File(std::move(content));
}

void Hdf5File::write_text(std::string_view dataset, std::string_view text) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const auto name = without_leading_slash(dataset);
  if (text.find('\0') != std::string_view::npos) content_->refuse(name, "cannot write text with a NUL character");
  const auto type = hdf5::text_type();
  const auto target = content_->new_dataset(name, type, scalar_space());
  const std::string terminated(text);
  const char* const pointer = terminated.c_str();
  content_->check(H5Dwrite(target.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &pointer) >= 0, name, "write");
}

void Hdf5File::write_vector(std::string_view dataset, std::span<const double> values) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const auto name = without_leading_slash(dataset);
  const hsize_t size = values.size();
  const auto target = content_->new_dataset(name, number_type(), box_space(1, &size));
  if (values.empty()) return;
  content_->check(H5Dwrite(target.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, name,
                  "write");
}

void Hdf5File::write_integers(std::string_view dataset, std::span<const std::int32_t> values) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const auto name = without_leading_slash(dataset);
  const hsize_t size = values.size();
  const auto target = content_->new_dataset(name, {H5Tcopy(H5T_NATIVE_INT32), H5Tclose}, box_space(1, &size));
  if (values.empty()) return;
  content_->check(H5Dwrite(target.get(), H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, name,
                  "write");
}

void Hdf5File::write_fixed_text(std::string_view dataset, std::string_view text) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  const auto name = without_leading_slash(dataset);
  if (text.find('\0') != std::string_view::npos) content_->refuse(name, "cannot write text with a NUL character");
  const std::string terminated(text);
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), terminated.size() + 1);
  const auto target = content_->new_dataset(name, type, scalar_space());
  content_->check(H5Dwrite(target.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, terminated.c_str()) >= 0, name,
                  "write");
}

void Hdf5File::write_attribute(std::string_view object, std::string_view name, std::string_view value) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  if (value.find('\0') != std::string_view::npos) content_->refuse(name, "cannot write text with a NUL character");
  const std::string terminated(value);
  const char* const pointer = terminated.c_str();
  content_->set_attribute(object, name, hdf5::text_type(), &pointer);
}

void Hdf5File::write_attribute(std::string_view object, std::string_view name, double value) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  content_->set_attribute(object, name, number_type(), &value);
}

void Hdf5File::write_attribute(std::string_view object, std::string_view name, std::int64_t value) {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  content_->set_attribute(object, name, {H5Tcopy(H5T_NATIVE_INT64), H5Tclose}, &value);
}

void Hdf5File::declare_rows(std::string_view dataset, std::size_t columns, Hdf5Storage storage) {
  content_->series_of(without_leading_slash(dataset), columns, storage);
}

void Hdf5File::append_row(std::string_view dataset, std::span<const double> row) {
  const auto name = without_leading_slash(dataset);
  auto& series = content_->series_of(name, row.size());
  series.buffer.insert(series.buffer.end(), row.begin(), row.end());
  ++series.held;
  // Counting the written rows too keeps the blocks on the borders of chunks after a flush in between.
  if ((series.written + series.held) % series.chunk_rows == 0) content_->write_held_rows(name, series);
}

void Hdf5File::append_rows(std::string_view dataset, std::span<const double> rows) {
  const auto name = without_leading_slash(dataset);
  const auto found = content_->series.find(name);
  if (found == content_->series.end()) content_->refuse(name, "the series has not been declared");
  auto& series = found->second;
  if (series.cols == 0 || rows.size() % series.cols != 0)
    content_->refuse(name, fmt::format("{} numbers for rows of {} columns", rows.size(), series.cols));
  while (!rows.empty()) {
    const auto room = series.chunk_rows - (series.written + series.held) % series.chunk_rows;
    const auto part = rows.first(std::min(rows.size(), room * series.cols));
    series.buffer.insert(series.buffer.end(), part.begin(), part.end());
    series.held += part.size() / series.cols;
    if ((series.written + series.held) % series.chunk_rows == 0) content_->write_held_rows(name, series);
    rows = rows.subspan(part.size());
  }
}

void Hdf5File::flush() {
  const Turn turn;
  content_->require_open(/*to_write=*/true);
  content_->write_all_held_rows();
  content_->check(H5Fflush(content_->file.get(), H5F_SCOPE_GLOBAL) >= 0, "", "write");
}

void Hdf5File::abandon() {
  for (auto& [name, series] : content_->series) series.dataset.release();
  content_->series.clear();
  content_->file.release();
}

void Hdf5File::close() {
  if (!content_->file.valid()) return;
  const Turn turn;
  if (content_->writable) flush();
  for (auto& [name, series] : content_->series) content_->check(series.dataset.reset(), name, "close the dataset");
  content_->series.clear();
  content_->check(content_->file.reset(), "", "close the file");
}

}  // namespace percuss
