// SPDX-License-Identifier: Apache-2.0
#include "simulation/checkpoint.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "io/hdf5_file.hpp"
#include "simulation/history.hpp"
#include "simulation/result_folder.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t format_version = 1;
constexpr const char *newest = "checkpoint.h5", *one_before = "checkpoint.before.h5";

void flatten(const ValueNode& node, const std::string& key, std::vector<std::string>& lines) {
  if (node.items.empty()) {
    lines.push_back(key + ": " + node.text);
    return;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto name = node.keys.empty() ? std::to_string(i) : node.keys[i];
    flatten(node.items[i], key.empty() ? name : key + "." + name, lines);
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Sums that a change of any number shifts: of q and v at the start, of the forces there, and the kinetic energy of
/// velocities 1.
std::vector<double> fingerprint_of(const Model& model) {
  const auto& [t, q, v] = model.initial;
  Vector f(v.size());
  model.system.forces(t, q, v, f);
  const auto weighted = [](const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i < x.size(); ++i) sum += x[i] * (2.0 + std::cos(static_cast<double>(i)));
    return sum;
  };
  const auto energy = model.system.energy(t, q, Vector::Ones(v.size()));
  return {static_cast<double>(q.size()),
          static_cast<double>(v.size()),
          static_cast<double>(model.contacts.size()),
          t,
          weighted(q),
          weighted(v),
          weighted(f),
          energy.kinetic,
          energy.potential};
}

/// FNV-1a, 64 bits, by words.
class Checksum {
 public:
  void add(std::uint64_t word) { hash_ = (hash_ ^ word) * 1099511628211ULL; }
  void add(std::span<const double> numbers) {
    for (const double x : numbers) add(std::bit_cast<std::uint64_t>(x));
    add(numbers.size());
  }
  void add(const std::string& text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(text.size());
  }
  void add(const std::vector<std::string>& texts) {
    for (const auto& text : texts) add(text);
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

std::string checksum_of(const Checkpoint& checkpoint) {
  Checksum sum;
  for (const auto* text : {&checkpoint.version, &checkpoint.revision, &checkpoint.path, &checkpoint.log})
    sum.add(*text);
  for (const auto* texts : {&checkpoint.overrides, &checkpoint.keys, &checkpoint.columns}) sum.add(*texts);
  for (const Index count : {checkpoint.steps, checkpoint.of, checkpoint.rows, checkpoint.states, checkpoint.dump_every,
                            checkpoint.every.steps, static_cast<Index>(checkpoint.log_bytes)})
    sum.add(static_cast<std::uint64_t>(count));
  sum.add(std::vector<double>{checkpoint.t, checkpoint.every.seconds});
  sum.add(checkpoint.fingerprint);
  for (std::size_t i = 0; i < checkpoint.memory.size(); ++i) {
    sum.add(checkpoint.memory[i].name);
    sum.add(checkpoint.memory[i].values);
  }
  return sum.text();
}

void write_to(const std::string& path, const Checkpoint& checkpoint) {
  auto file = Hdf5File::create(path);
  file.write_attribute("/", "format", "percuss-checkpoint");
  file.write_attribute("/", "format_version", format_version);
  file.write_attribute("/", "percuss_version", checkpoint.version);
  file.write_attribute("/", "revision", checkpoint.revision);
  file.write_attribute("/", "t", checkpoint.t);
  file.write_attribute("/", "steps", checkpoint.steps);
  file.write_attribute("/", "of", checkpoint.of);
  file.write_attribute("/", "rows", checkpoint.rows);
  file.write_attribute("/", "log", checkpoint.log);
  file.write_attribute("/", "states", checkpoint.states);
  file.write_attribute("/", "log_bytes", static_cast<std::int64_t>(checkpoint.log_bytes));
  file.write_attribute("/", "dump_every", checkpoint.dump_every);
  file.write_attribute("/", "every_seconds", checkpoint.every.seconds);
  file.write_attribute("/", "every_steps", checkpoint.every.steps);
  file.write_text("model/path", checkpoint.path);
  file.write_text("model/overrides", join(checkpoint.overrides, "\n"));
  file.write_text("model/keys", join(checkpoint.keys, "\n"));
  file.write_text("model/columns", join(checkpoint.columns, "\n"));
  file.write_vector("model/fingerprint", checkpoint.fingerprint);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < checkpoint.memory.size(); ++i) {
    names.push_back(checkpoint.memory[i].name);
    file.write_vector("memory/" + names.back(), checkpoint.memory[i].values);
  }
  file.write_text("names", join(names, "\n"));
  file.write_text("checksum", checksum_of(checkpoint));
  file.close();
}

/// Onto the disk, not only to the operating system.
void synchronise(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || ::fsync(file) != 0) {
    const int reason = errno;
    if (file >= 0) ::close(file);
    throw std::runtime_error(fmt::format("{}: cannot write: {}", path, std::strerror(reason)));
  }
  ::close(file);
}

Checkpoint read_content(const Hdf5File& file) {
  Checkpoint checkpoint;
  checkpoint.version = file.read_attribute_text("/", "percuss_version");
  checkpoint.revision = file.read_attribute_text("/", "revision");
  checkpoint.t = file.read_attribute_number("/", "t");
  checkpoint.steps = file.read_attribute_integer("/", "steps");
  checkpoint.of = file.read_attribute_integer("/", "of");
  checkpoint.rows = file.read_attribute_integer("/", "rows");
  checkpoint.log = file.read_attribute_text("/", "log");
  checkpoint.states = file.read_attribute_integer("/", "states");
  checkpoint.log_bytes = static_cast<std::uint64_t>(file.read_attribute_integer("/", "log_bytes"));
  checkpoint.dump_every = file.read_attribute_integer("/", "dump_every");
  checkpoint.every = {file.read_attribute_number("/", "every_seconds"),
                      file.read_attribute_integer("/", "every_steps")};
  checkpoint.path = file.read_text("model/path");
  checkpoint.overrides = lines_of(file.read_text("model/overrides"));
  checkpoint.keys = lines_of(file.read_text("model/keys"));
  checkpoint.columns = lines_of(file.read_text("model/columns"));
  checkpoint.fingerprint = file.read_vector("model/fingerprint");
  for (const auto& name : lines_of(file.read_text("names")))
    checkpoint.memory.add(name).values = file.read_vector("memory/" + name);
  return checkpoint;
}

constexpr const char* end_time = "simulation.end_time";
constexpr const char* run_again = "run the model again, or resume from the checkpoint before it";

}  // namespace

Checkpoint checkpoint_of(const ModelFile& file) {
  Checkpoint checkpoint;
  checkpoint.version = build::version;
  checkpoint.revision = build::revision;
  checkpoint.path = identity_of_model(file.path);
  checkpoint.overrides = file.overrides;
  flatten(file.tree, "", checkpoint.keys);
  checkpoint.fingerprint = fingerprint_of(*file.model);
  for (const auto& column : history_columns(file)) checkpoint.columns.push_back(column.name);
  return checkpoint;
}

std::vector<std::string> CheckpointFiles::found() const {
  std::vector<std::string> files;
  for (const auto* name : {newest, one_before})
    if (const auto path = fs::path(folder_) / name; fs::exists(path)) files.push_back(path.string());
  return files;
}

void CheckpointFiles::write(const Checkpoint& checkpoint) const {
  const auto path = (fs::path(folder_) / newest).string(), part = path + ".part";
  write_to(part, checkpoint);
  synchronise(part);
  std::error_code error;
  if (fs::exists(path)) fs::rename(path, fs::path(folder_) / one_before, error);
  if (!error) fs::rename(part, path, error);
  if (error) throw std::runtime_error(fmt::format("{}: cannot write: {}", path, error.message()));
}

void CheckpointFiles::remove() const {
  std::error_code error;
  for (const auto* name : {newest, one_before, "checkpoint.h5.part"}) fs::remove(fs::path(folder_) / name, error);
}

void CheckpointFiles::remove_older() const {
  std::error_code error;
  fs::remove(path(one_before), error);
}

std::string CheckpointFiles::new_log() const {
  for (int i = 1;; ++i)
    if (auto name = fmt::format("rows.{}.log", i); !fs::exists(path(name))) return name;
}

void CheckpointFiles::remove_logs() const {
  std::error_code error;
  std::vector<fs::path> logs;
  for (const auto& entry : fs::directory_iterator(folder_, error))
    if (const auto name = entry.path().filename().string(); name.starts_with("rows.") && name.ends_with(".log"))
      logs.push_back(entry.path());
  for (const auto& log : logs) fs::remove(log, error);
}

Checkpoint read_checkpoint(const std::string& path) {
  const auto file = Hdf5File::open(path);
  std::string format;
  std::int64_t version = 0;
  try {
    format = file.read_attribute_text("/", "format");
    version = file.read_attribute_integer("/", "format_version");
  } catch (const InputError&) {  // the next lines tell
  }
  if (format != "percuss-checkpoint")
    throw input_error("", "this is no checkpoint", "expected a file written by `percuss run --checkpoint-every`",
                      {path});
  if (version != format_version)
    throw input_error("",
                      fmt::format("the checkpoint has format {}, and this program reads {}", version, format_version),
                      "resume with the version of Percuss that wrote it", {path});
  auto checkpoint = read_content(file);
  if (file.read_text("checksum") != checksum_of(checkpoint))
    throw input_error("", "the checkpoint is damaged: its checksum is wrong", run_again, {path});
  return checkpoint;
}

namespace {

std::map<std::string, std::string> values_by_key(const std::vector<std::string>& lines) {
  std::map<std::string, std::string> values;
  for (const auto& line : lines) {
    const auto colon = line.find(": ");
    values[line.substr(0, colon)] = colon == std::string::npos ? "" : line.substr(colon + 2);
  }
  return values;
}

/// Keys that no memory of a step depends on in its shape.
bool may_differ(const std::string& key) {
  if (key.starts_with("outputs.")) return true;
  for (const auto* allowed :
       {"simulation.end_time", "simulation.step", "simulation.retries", "simulation.certificates",
        "simulation.contact_solver.", "simulation.stability_fraction", "simulation.allow_unstable_step"})
    if (key.starts_with(allowed)) return true;
  return false;
}

}  // namespace

void refuse_other_model(const Checkpoint& checkpoint, const ModelFile& file, AllowedChanges allowed) {
  const auto now = checkpoint_of(file);
  std::vector<Fault> faults;
  if (checkpoint.version != now.version || checkpoint.revision != now.revision)
    faults.push_back({{},
                      "",
                      fmt::format("the checkpoint is of percuss {} ({}), and this is {} ({})", checkpoint.version,
                                  checkpoint.revision, now.version, now.revision),
                      "resume with the program that wrote it"});
  auto before = values_by_key(checkpoint.keys), after = values_by_key(now.keys);
  for (const auto& [key, value] : after) before.try_emplace(key, "");
  for (const auto& [key, was] : before) {
    const auto found = after.find(key);
    const auto is = found != after.end() ? found->second : "";
    const bool same_text = was == is && (found != after.end());
    if (same_text || (allowed.all_that_may && may_differ(key)) || (allowed.end_time && key == end_time)) continue;
    faults.push_back({file.place(key), key, fmt::format("was `{}` in the run of the checkpoint, and is `{}`", was, is),
                      may_differ(key) ? "put it back, or use --force to go on with the new value"
                                      : "put it back: the run cannot go on with another model"});
  }
  if (faults.empty() && checkpoint.fingerprint != now.fingerprint)
    faults.push_back({{file.path},
                      "",
                      "the model's numbers are not those of the checkpoint: a file that it names has changed",
                      "put that file back: the run cannot go on with another model"});
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace percuss
