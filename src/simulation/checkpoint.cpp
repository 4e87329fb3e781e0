// SPDX-License-Identifier: Apache-2.0
#include "simulation/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "io/checksum.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_document.hpp"
#include "io/scalars.hpp"
#include "simulation/history.hpp"
#include "simulation/result_folder.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t format_version = 5;
constexpr const char *newest = "checkpoint.h5", *one_before = "checkpoint.before.h5";

void flatten(const ValueNode& node, const std::string& key, std::vector<std::string>& lines) {
  if (key == "title") return;
  if (node.items.empty()) {
    const auto number = read_number(node).value;
    lines.push_back(key + (is_chosen_by_name(key) ? ".name: " : ": ") +
                    (number ? fmt::format("{}", *number) : node.text));
    return;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto name = node.keys.empty() ? std::to_string(i) : node.keys[i];
    flatten(node.items[i], key.empty() ? name : key + "." + name, lines);
  }
}

/// One text for each, ended by a line break; line breaks and backslashes in them are written as \\n and \\\\.
std::string text_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) {
    for (const char c : line) {
      if (c == '\\')
        text += "\\\\";
      else if (c == '\n')
        text += "\\n";
      else
        text += c;
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n')
      lines.push_back(std::exchange(line, {}));
    else if (text[i] == '\\' && i + 1 < text.size())
      line += text[++i] == 'n' ? '\n' : '\\';
    else
      line += text[i];
  }
  return lines;
}

/// Sums that a change of any number shifts: of q and v at the start, of the forces there, and the kinetic energy of
/// velocities 1.
std::vector<double> fingerprint_of(const Model& model) {
  const auto& [t, q, v] = model.initial;
  Vector f(v.size());
  model.system.forces_alone(t, q, v, f);  // asked by the rank that writes
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

/// By the names that the file has for them.
template <class Counts>
auto counts_of(Counts& written) {
  return std::array{std::pair{"rows", &written.rows},        std::pair{"states", &written.states},
                    std::pair{"events", &written.events},    std::pair{"passed_steps", &written.steps},
                    std::pair{"dense_rows", &written.dense}, std::pair{"frames", &written.frames}};
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
  for (const auto& [name, count] : counts_of(checkpoint.written)) file.write_attribute("/", name, *count);
  file.write_attribute("/", "log", checkpoint.log);
  file.write_attribute("/", "log_bytes", static_cast<std::int64_t>(checkpoint.log_mark.bytes));
  file.write_attribute("/", "log_checksum", std::bit_cast<std::int64_t>(checkpoint.log_mark.checksum));
  file.write_attribute("/", "run", checkpoint.run);
  file.write_attribute("/", "dump_every", checkpoint.dump_every);
  file.write_attribute("/", "every_seconds", checkpoint.every.seconds);
  file.write_attribute("/", "every_steps", checkpoint.every.steps);
  file.write_text("model/path", checkpoint.path);
  file.write_text("model/overrides", text_of(checkpoint.overrides));
  file.write_text("model/keys", text_of(checkpoint.keys));
  file.write_text("model/columns", text_of(checkpoint.columns));
  file.write_vector("model/fingerprint", checkpoint.fingerprint);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < checkpoint.memory.size(); ++i) {
    names.push_back(checkpoint.memory[i].name);
    file.write_vector("memory/" + names.back(), checkpoint.memory[i].values);
  }
  file.write_text("names", text_of(names));
  file.close();
  seal_file(path);
}

Checkpoint read_content(const Hdf5File& file) {
  Checkpoint checkpoint;
  checkpoint.version = file.read_attribute_text("/", "percuss_version");
  checkpoint.revision = file.read_attribute_text("/", "revision");
  checkpoint.t = file.read_attribute_number("/", "t");
  checkpoint.steps = file.read_attribute_integer("/", "steps");
  checkpoint.of = file.read_attribute_integer("/", "of");
  for (const auto& [name, count] : counts_of(checkpoint.written)) *count = file.read_attribute_integer("/", name);
  checkpoint.log = file.read_attribute_text("/", "log");
  checkpoint.log_mark = {static_cast<std::uint64_t>(file.read_attribute_integer("/", "log_bytes")),
                         std::bit_cast<std::uint64_t>(file.read_attribute_integer("/", "log_checksum"))};
  checkpoint.run = file.read_attribute_text("/", "run");
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

std::vector<std::string> written_columns(const ModelFile& file) {
  std::vector<std::string> columns;
  for (const auto& column : history_columns(file)) columns.push_back(column.name);
  if (file.outputs.steps) columns.push_back("/steps");
  if (file.outputs.dense > 0.0) columns.push_back(fmt::format("/dense every {} s", file.outputs.dense));
  if (const auto& geometry = file.outputs.geometry; geometry.every > 0)
    columns.push_back(fmt::format("/geometry every {} steps, {} points per element, {}{}", geometry.every,
                                  geometry.points_per_element, join(geometry.fields),
                                  geometry.contacts ? ", contacts" : ""));
  return columns;
}

std::string new_run() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

Checkpoint checkpoint_of(const ModelFile& file) {
  Checkpoint checkpoint;
  checkpoint.version = build::version;
  checkpoint.revision = build::revision;
  checkpoint.path = identity_of_model(file.path);
  checkpoint.overrides = file.overrides;
  flatten(file.tree, "", checkpoint.keys);
  checkpoint.fingerprint = fingerprint_of(*file.model);
  checkpoint.columns = written_columns(file);
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
  std::error_code error;
  if (fs::exists(path)) fs::rename(path, fs::path(folder_) / one_before, error);
  if (!error) fs::rename(part, path, error);
  if (!error) synchronise(folder_.empty() ? "." : folder_);
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

std::string CheckpointFiles::new_log() const { return fmt::format("rows.{}.log", new_run()); }

void CheckpointFiles::remove_logs() const {
  std::error_code error;
  std::vector<fs::path> logs;
  for (const auto& entry : fs::directory_iterator(folder_, error))
    if (const auto name = entry.path().filename().string(); name.starts_with("rows.") && name.ends_with(".log"))
      logs.push_back(entry.path());
  for (const auto& log : logs) fs::remove(log, error);
}

Checkpoint read_checkpoint(const std::string& path) {
  if (fs::exists(path) && !is_sealed(path))
    throw input_error("", "the file is damaged or cut off, or it is no checkpoint", run_again, {path});
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
  return read_content(file);
}

namespace {

std::string key_of(const std::string& line) { return line.substr(0, line.find(": ")); }

std::map<std::string, std::string> values_by_key(const std::vector<std::string>& lines) {
  std::map<std::string, std::string> values;
  for (const auto& line : lines) {
    const auto key = key_of(line);
    values[key] = line.size() > key.size() ? line.substr(key.size() + 2) : "";
  }
  return values;
}

/// The first key of the model itself that stands elsewhere; empty: none does.
std::string first_out_of_order(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const auto of_model = [](const std::vector<std::string>& lines) {
    std::vector<std::string> keys;
    for (const auto& line : lines)
      if (!line.starts_with("simulation.") && !line.starts_with("outputs.")) keys.push_back(key_of(line));
    return keys;
  };
  const auto a = of_model(before), b = of_model(after);
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return y != b.end() ? *y : x != a.end() ? *x : std::string();
}

/// Keys that no memory of a step depends on in its shape.
bool may_differ(const std::string& key) {
  if (key.starts_with("outputs.")) return true;
  for (const auto* allowed : {"simulation.end_time", "simulation.step", "simulation.retries", "simulation.certificates",
                              "simulation.contact_solver", "simulation.linear_solver", "simulation.stability_fraction",
                              "simulation.allow_unstable_step"})
    if (key.starts_with(allowed)) return true;
  return false;
}

}  // namespace

void Checkpoint::restore(const std::function<void(MemoryWalk&)>& walk) const {
  try {
    auto memory_walk = MemoryWalk::restoring(memory);
    walk(memory_walk);
  } catch (const std::runtime_error& mismatch) {
    throw input_error("", mismatch.what(), "resume with the model and the outputs of the run of the checkpoint");
  }
}

void refuse_other_model(const Checkpoint& checkpoint, const ModelFile& file, AllowedChanges allowed) {
  const auto quoted = [](const std::string& value) { return value.empty() ? "not set" : "`" + value + "`"; };
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
    faults.push_back({file.place(key), key,
                      fmt::format("was {} in the run of the checkpoint, and is {}", quoted(was), quoted(is)),
                      may_differ(key) ? "put it back, or use --force to go on with the new value"
                                      : "put it back: the run cannot go on with another model"});
  }
  const auto out_of_order = first_out_of_order(checkpoint.keys, now.keys);
  if (faults.empty() && !out_of_order.empty())
    faults.push_back({file.place(out_of_order), out_of_order,
                      "stands in another place than in the run of the checkpoint, and bodies and contacts are numbered "
                      "as they stand",
                      "put it back: the run cannot go on with another model"});
  if (faults.empty() && checkpoint.fingerprint != now.fingerprint)
    faults.push_back({{file.path},
                      "",
                      "its start, forces or masses are not those of the checkpoint",
                      "put the model back: the run cannot go on with another one"});
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace percuss
