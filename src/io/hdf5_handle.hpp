// SPDX-License-Identifier: Apache-2.0
// Internal to hdf5_file.cpp and its like: the only header that includes hdf5.h.
#pragma once

#define H5_USE_110_API  // the names with a version behind them (H5Ovisit, ...) keep the meaning they have in 1.10
#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

#include "io/hdf5_file.hpp"

namespace percuss::hdf5 {

/// Owns one HDF5 identifier and closes it with the function that fits its kind. Closing cannot throw: a failure to
/// write shows when the file is flushed.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    close_ = other.close_;
    return *this;
  }
  bool valid() const { return id_ >= 0; }
  hid_t get() const { return id_; }
  /// Never closes it.
  void release() { id_ = H5I_INVALID_HID; }
  /// Closes now; false when HDF5 failed to.
  bool reset() {
    const hid_t id = std::exchange(id_, H5I_INVALID_HID);
    return id < 0 || close_(id) >= 0;
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// While it lives, this thread has HDF5 to itself, which serves one at a time, and HDF5 prints nothing; afterwards the
/// process prints as it did before. Turns may be nested. The first instance also keeps HDF5 from tidying up when the
/// process ends: that crashes when a file could not be closed because the disk is full.
class Turn {
 public:
  Turn();
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static std::recursive_mutex& mutex();

  std::lock_guard<std::recursive_mutex> lock_{mutex()};
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Why the last call failed, in HDF5's words: its outermost and its innermost message. Ask before any other call,
/// closing a Handle included: each one forgets the failures before it.
std::string reason_of_failure();

/// Variable-length UTF-8 text, which Python and MATLAB read as a plain string.
Handle text_type();
Handle number_type(Hdf5Number number = Hdf5Number::float64);
Handle scalar_space();
/// `rank` extents, and how far they may grow; without a limit they stay.
Handle box_space(int rank, const hsize_t* size, const hsize_t* limit = nullptr);

}  // namespace percuss::hdf5
