// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_handle.hpp"

#include <string_view>

namespace percuss::hdf5 {

namespace {

struct Messages {
  std::string outermost, innermost;
};

/// Called by HDF5 for each entry of its error stack, outermost first.
herr_t collect(unsigned depth, const H5E_error2_t* entry, void* data) {
  auto& messages = *static_cast<Messages*>(data);
  const std::string text = entry->desc != nullptr ? entry->desc : "";
  if (depth == 0) messages.outermost = text;
  if (!text.empty()) messages.innermost = text;
  return 0;
}

/// HDF5's report of a failed system call is full of addresses and times; what the system said is what helps.
std::string words_of_the_system(const std::string& message) {
  constexpr std::string_view mark = "error message = '";
  const auto begin = message.find(mark);
  if (begin == std::string::npos) return message;
  const auto end = message.find('\'', begin + mark.size());
  return message.substr(begin + mark.size(), end == std::string::npos ? end : end - begin - mark.size());
}

}  // namespace

std::recursive_mutex& Turn::mutex() {
  static std::recursive_mutex one;
  return one;
}

Turn::Turn() {
  H5dont_atexit();  // counts only before HDF5 has started; later it is refused, which does no harm
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Turn::~Turn() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

std::string reason_of_failure() {
  Messages messages;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, collect, &messages);
  if (messages.outermost.empty()) return "HDF5 gave no reason";
  const auto inner = words_of_the_system(messages.innermost);
  return inner == messages.outermost ? inner : messages.outermost + ": " + inner;
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

Handle number_type(Hdf5Number number) {
  const hid_t type = number == Hdf5Number::float64   ? H5T_NATIVE_DOUBLE
                     : number == Hdf5Number::float32 ? H5T_NATIVE_FLOAT
                                                     : H5T_NATIVE_INT64;
  return {H5Tcopy(type), H5Tclose};
}

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

Handle box_space(int rank, const hsize_t* size, const hsize_t* limit) {
  return {H5Screate_simple(rank, size, limit), H5Sclose};
}

}  // namespace percuss::hdf5
