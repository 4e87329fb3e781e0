// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>

#include "io/child_process.hpp"
#include "io/hdf5_file.hpp"

namespace percuss {

namespace {

constexpr const char* damaged = "the file is damaged: copy, or write, it again";
/// No compression that HDF5 ships packs more than 1032 bytes into one (deflate): a file that claims more is damaged.
constexpr double most_packing = 1100.0;

/// Values one after the other, for the way from one process to the other on the same machine.
class Packer {
 public:
  void put(std::uint64_t n) { text_.append(reinterpret_cast<const char*>(&n), sizeof n); }
  void put(std::string_view words) {
    put(words.size());
    text_.append(words);
  }
  void put(const std::vector<double>& numbers) {
    put(numbers.size());
    text_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// The other end. HDF5 may have damaged the memory it came from, so nothing is believed.
class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : left_(text) {}
  bool at_end() const { return left_.empty(); }
  std::uint64_t number() {
    std::uint64_t n = 0;
    std::memcpy(&n, bytes(1, sizeof n).data(), sizeof n);
    return n;
  }
  std::string words() { return std::string(bytes(number(), 1)); }
  std::vector<double> numbers() {
    const auto raw = bytes(number(), sizeof(double));
    std::vector<double> values(raw.size() / sizeof(double));
    if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }

 private:
  std::string_view bytes(std::uint64_t count, std::size_t each) {
    if (count > left_.size() / each) throw std::length_error("a message from a child process is garbled");
    const auto piece = left_.substr(0, count * each);
    left_.remove_prefix(piece.size());
    return piece;
  }
  std::string_view left_;
};

std::string first_group(const std::string& dataset) { return dataset.substr(0, dataset.find('/')); }

Hdf5Snapshot::Entry read_entry(const Hdf5File& file, const Hdf5Entry& listed, double most_bytes) {
  Hdf5Snapshot::Entry entry;
  entry.shape = listed.shape;
  double count = 1.0;
  for (const auto extent : listed.shape) count *= static_cast<double>(extent);
  if (count * sizeof(double) > most_bytes) {
    entry.fault = "claims to be larger than its file";
    return entry;
  }
  try {
    entry.numbers = file.read_matrix(listed.path).data;
  } catch (const InputError& no_numbers) {
    try {
      entry.text = file.read_text(listed.path);
    } catch (const InputError&) {
      entry.fault = no_numbers.faults().at(0).message;
    }
  }
  return entry;
}

/// Runs in the child: "" and the datasets, or a message.
std::string pack(const std::string& path, std::span<const std::string> groups, double size) {
  Packer out;
  try {
    const auto file = Hdf5File::open(path);
    out.put("");
    for (const auto& listed : file.list()) {
      const bool wanted = std::find(groups.begin(), groups.end(), first_group(listed.path)) != groups.end();
      const auto entry = wanted ? read_entry(file, listed, most_packing * size + 65536.0) : Hdf5Snapshot::Entry{};
      out.put(listed.path);
      out.put(wanted ? 1 : 0);
      out.put(entry.shape.size());
      for (const auto extent : entry.shape) out.put(extent);
      out.put(entry.numbers);
      out.put(entry.text);
      out.put(entry.fault);
    }
  } catch (const InputError& error) {
    out = {};
    out.put(error.faults().at(0).message);
  }
  return out.take();
}

}  // namespace

Hdf5Snapshot Hdf5Snapshot::read(const std::string& path, std::span<const std::string> groups, double patience) {
  namespace fs = std::filesystem;
  const auto fault = [&path](std::string message, std::string remedy) {
    return input_error("", std::move(message), std::move(remedy), {path, 0, 0});
  };
  std::error_code error;
  if (!fs::exists(path, error)) throw fault("no such file", "expected an HDF5 file");
  if (!fs::is_regular_file(path, error)) throw fault("not a file", "expected an HDF5 file");
  const auto size = static_cast<double>(fs::file_size(path, error));
  const ChildLimits limits{.seconds = patience + 1e-7 * size, .gigabytes = 4.0 + 40e-9 * size};
  const auto child = run_in_child([&] { return pack(path, groups, size); }, limits);
  if (child.end == ChildResult::End::timed_out) throw fault("the HDF5 library hangs on this file", damaged);
  if (child.end != ChildResult::End::done) throw fault("the HDF5 library crashes on this file", damaged);
  Hdf5Snapshot snapshot;
  snapshot.path_ = path;
  try {
    Unpacker in(child.output);
    if (const auto message = in.words(); !message.empty()) throw fault(message, "expected an HDF5 file");
    while (!in.at_end()) {
      const auto name = in.words();
      const bool wanted = in.number() == 1;
      Entry entry;
      for (auto rank = in.number(); rank > 0; --rank) entry.shape.push_back(in.number());
      entry.numbers = in.numbers();
      entry.text = in.words();
      entry.fault = in.words();
      if (wanted)
        snapshot.entries_[name] = std::move(entry);
      else if (const auto group = first_group(name);
               std::find(snapshot.other_groups_.begin(), snapshot.other_groups_.end(), group) ==
               snapshot.other_groups_.end())
        snapshot.other_groups_.push_back(group);
    }
  } catch (const std::length_error&) {
    throw fault("the HDF5 library crashes on this file", damaged);
  }
  return snapshot;
}

bool Hdf5Snapshot::has_group(std::string_view group) const {
  const auto prefix = std::string(group) + "/";
  const auto next = entries_.lower_bound(prefix);
  return next != entries_.end() && next->first.starts_with(prefix);
}

std::vector<std::string> Hdf5Snapshot::top_level() const {
  auto names = other_groups_;
  for (const auto& [name, entry] : entries_)
    if (names.empty() || names.back() != first_group(name)) names.push_back(first_group(name));
  return names;
}

void Hdf5Snapshot::refuse(std::string_view dataset, std::string message, std::string remedy) const {
  throw input_error(std::string(dataset), std::move(message), std::move(remedy), {path_, 0, 0});
}

const Hdf5Snapshot::Entry& Hdf5Snapshot::entry(std::string_view dataset) const {
  const auto found = entries_.find(dataset);
  if (found == entries_.end()) refuse(dataset, "no such dataset");
  if (!found->second.fault.empty()) refuse(dataset, found->second.fault, damaged);
  return found->second;
}

const std::vector<double>& Hdf5Snapshot::vector(std::string_view dataset) const {
  const auto& found = entry(dataset);
  if (!found.text.empty()) refuse(dataset, "holds text", "expected numbers");
  if (found.shape.size() > 1) refuse(dataset, "holds a matrix", "expected a vector");
  return found.numbers;
}

std::vector<int> Hdf5Snapshot::integers(std::string_view dataset) const {
  const auto& numbers = vector(dataset);
  std::vector<int> values(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (!(std::abs(numbers[k]) <= std::numeric_limits<int>::max()) || numbers[k] != std::trunc(numbers[k]))
      refuse(dataset, fmt::format("entry {} is {}", k, numbers[k]), "expected integers");
    values[k] = static_cast<int>(numbers[k]);
  }
  return values;
}

int Hdf5Snapshot::integer(std::string_view dataset) const {
  const auto values = integers(dataset);
  if (values.size() != 1) refuse(dataset, fmt::format("holds {} numbers", values.size()), "expected a single integer");
  return values.front();
}

std::string Hdf5Snapshot::text(std::string_view dataset) const {
  const auto found = entries_.find(dataset);
  return found == entries_.end() ? "" : found->second.text;
}

}  // namespace percuss
