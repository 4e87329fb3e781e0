// SPDX-License-Identifier: Apache-2.0
#include "report/motion_of.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "io/hdf5_file.hpp"
#include "report/motion_fit.hpp"

namespace percuss {

namespace {

constexpr std::size_t most_numbers = 200'000'000;  // frames * points * 3: memory; a page takes fewer

/// A block of the file: its share of the points of a frame, and its cells.
struct Block {
  std::string name, kind;
  std::size_t first = 0, count = 0;
  std::vector<std::vector<std::uint32_t>> lines, faces;
};

std::vector<std::vector<std::uint32_t>> read_cells(const Hdf5File& file, const std::string& group) {
  const auto offsets = file.read_vector(group + "/Offsets"), points = file.read_vector(group + "/Connectivity");
  std::vector<std::vector<std::uint32_t>> cells;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    std::vector<std::uint32_t> cell;
    for (auto k = static_cast<std::size_t>(offsets[i]); k < static_cast<std::size_t>(offsets[i + 1]); ++k)
      cell.push_back(static_cast<std::uint32_t>(points.at(k)));
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::vector<Block> read_blocks(const Hdf5File& file) {
  std::map<std::int64_t, Block> blocks;
  const std::string root = "VTKHDF/", mark = "/NumberOfPoints";
  for (const auto& [path, shape] : file.list()) {
    if (!path.starts_with(root) || !path.ends_with(mark)) continue;
    const auto group = path.substr(0, path.size() - mark.size());
    if (group == root + "contacts") continue;
    const auto offsets = file.read_vector(group + "/Steps/PointOffsets");
    blocks[file.read_attribute_integer(group, "Index")] = {file.read_attribute_text(group, "name"),
                                                           file.read_attribute_text(group, "kind"),
                                                           offsets.empty() ? 0 : static_cast<std::size_t>(offsets[0]),
                                                           static_cast<std::size_t>(file.read_vector(path)[0]),
                                                           read_cells(file, group + "/Lines"),
                                                           read_cells(file, group + "/Polygons")};
  }
  std::vector<Block> ordered;
  for (auto& [index, block] : blocks) ordered.push_back(std::move(block));
  return ordered;
}

/// Points of a block that cells hold together, each group by its smallest point; a point without cells is one by
/// itself.
std::vector<std::vector<std::uint32_t>> parts_of(const Block& block) {
  std::vector<std::uint32_t> root(block.count);
  std::iota(root.begin(), root.end(), 0U);
  const auto find = [&](std::uint32_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const auto* cells : {&block.lines, &block.faces})
    for (const auto& cell : *cells)
      for (const auto point : cell) {
        const auto a = find(cell.front()), b = find(point);
        root[std::max(a, b)] = std::min(a, b);
      }
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
  for (std::uint32_t i = 0; i < block.count; ++i) groups[find(i)].push_back(i);
  std::vector<std::vector<std::uint32_t>> parts;
  for (auto& [first, points] : groups) parts.push_back(std::move(points));
  return parts;
}

/// Of a contact that is open again it is told because it was struck.
Motion::Status status_of(double number) {
  constexpr std::array<Motion::Status, 5> words{Motion::Status::impact, Motion::Status::stick, Motion::Status::slip,
                                                Motion::Status::closed, Motion::Status::impact};
  return words.at(static_cast<std::size_t>(number));
}

/// Builds a motion from the points of frames.
class MotionReader {
 public:
  explicit MotionReader(const std::string& path)
      : file_(Hdf5File::open(path)), times_(file_.read_vector("steps/values")) {
    for (const auto& entry : file_.list()) datasets_.insert(entry.path);
    blocks_ = read_blocks(file_);
    for (const auto& block : blocks_) total_ = std::max(total_, block.first + block.count);
  }

  std::optional<Motion> read() {
    if (times_.empty() || total_ == 0) return std::nullopt;
    choose_frames();
    const auto first = points("bodies/points", frames_.front()), last = points("bodies/points", frames_.back());
    auto at_rest = first;
    if (has("bodies/fields/displacement")) {
      const auto moved = points("bodies/fields/displacement", frames_.front());
      for (std::size_t i = 0; i < at_rest.size(); ++i) at_rest[i] -= moved[i];
    }
    for (const auto& block : blocks_) add(block, first, last, block.kind == "flexible" ? at_rest : first);
    for (const auto frame : frames_) append(frame);
    read_contacts();
    motion_.planar = is_planar_;
    motion_.check();
    return std::move(motion_);
  }

 private:
  bool has(const std::string& dataset) const { return datasets_.count(dataset) > 0; }
  std::vector<double> points(const std::string& dataset, std::size_t frame) const {
    return file_.read_rows(dataset, frame * total_, total_);
  }

  void choose_frames() {
    const auto numbers = times_.size() * total_ * 3;
    const auto stride = (numbers + most_numbers - 1) / most_numbers;
    for (std::size_t i = 0; i < times_.size(); i += std::max<std::size_t>(stride, 1)) frames_.push_back(i);
    if (frames_.back() + 1 != times_.size()) frames_.push_back(times_.size() - 1);
  }

  void add(const Block& block, const std::vector<double>& first, const std::vector<double>& last,
           const std::vector<double>& reference) {
    const auto begin = first.begin() + static_cast<std::ptrdiff_t>(3 * block.first);
    const bool rests = std::equal(begin, begin + static_cast<std::ptrdiff_t>(3 * block.count),
                                  last.begin() + static_cast<std::ptrdiff_t>(3 * block.first));
    if (block.kind == "scenery" && rests) return add_ground(block, first);
    if (block.kind == "flexible" || block.kind == "rigid") {
      std::vector<std::uint32_t> all(block.count);
      std::iota(all.begin(), all.end(), 0U);
      return add_body(block, all, reference);
    }
    for (const auto& part : parts_of(block)) add_body(block, part, reference);
  }

  void add_ground(const Block& block, const std::vector<double>& at) {
    const auto before = static_cast<std::uint32_t>(motion_.ground.points.size() / 3);
    for (std::size_t i = 3 * block.first; i < 3 * (block.first + block.count); ++i)
      motion_.ground.points.push_back(static_cast<float>(at[i]));
    for (const auto& [list, face] : {std::pair{&block.lines, false}, {&block.faces, true}})
      for (auto cell : *list) {
        for (auto& point : cell) point += before;
        motion_.ground.cells.push_back({std::move(cell), face});
      }
  }

  void add_body(const Block& block, const std::vector<std::uint32_t>& part, const std::vector<double>& at) {
    const auto before = static_cast<std::uint32_t>(motion_.num_points());
    motion_.bodies.push_back(
        {block.name, static_cast<Index>(before), static_cast<Index>(part.size()), block.kind == "flexible"});
    std::map<std::uint32_t, std::uint32_t> number;
    for (const auto point : part) {
      number[point] = static_cast<std::uint32_t>(source_.size());
      source_.push_back(block.first + point);
      for (std::size_t k = 0; k < 3; ++k)
        motion_.reference.push_back(static_cast<float>(at[3 * (block.first + point) + k]));
    }
    for (const auto& [list, face] : {std::pair{&block.lines, false}, {&block.faces, true}})
      for (const auto& cell : *list) {
        if (number.count(cell.front()) == 0) continue;
        Motion::Cell taken{{}, face};
        for (const auto point : cell) taken.points.push_back(number.at(point));
        motion_.cells.push_back(std::move(taken));
      }
  }

  void append(std::size_t frame) {
    const auto x = points("bodies/points", frame);
    std::vector<float> now;
    now.reserve(3 * source_.size());
    for (const auto point : source_)
      for (std::size_t k = 0; k < 3; ++k) {
        now.push_back(static_cast<float>(x[3 * point + k]));
        if (k == 2 && x[3 * point + 2] != 0.0) is_planar_ = false;
      }
    append_frame(motion_, times_[frame], now);
    if (!has("bodies/fields/velocity")) return;
    const auto v = points("bodies/fields/velocity", frame);
    if (motion_.fields.empty()) motion_.fields.push_back({"speed", "m/s", {}});
    for (const auto point : source_)
      motion_.fields[0].values.push_back(
          static_cast<float>(std::hypot(v[3 * point], v[3 * point + 1], v[3 * point + 2])));
  }

  void read_contacts() {
    const std::string group = "VTKHDF/contacts";
    if (!has(group + "/NumberOfPoints")) return;
    const auto names = file_.read_text("contact_names");
    for (std::size_t begin = 0, end = 0; (end = names.find('\n', begin)) != std::string::npos; begin = end + 1)
      motion_.contact_names.push_back(names.substr(begin, end - begin));
    const auto counts = file_.read_vector(group + "/NumberOfPoints"),
               offsets = file_.read_vector(group + "/Steps/PointOffsets");
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const auto first = static_cast<std::size_t>(offsets.at(frames_[i])),
                 count = static_cast<std::size_t>(counts.at(frames_[i]));
      const auto rows = [&](const char* name) { return file_.read_rows(group + name, first, count); };
      const auto at = rows("/Points"), number = rows("/PointData/contact"), status = rows("/PointData/status"),
                 normal = rows("/PointData/normal_force"), friction = rows("/PointData/friction_force");
      for (std::size_t k = 0; k < count; ++k) {
        Motion::Contact contact{
            static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(number[k]), status_of(status[k]), {}, {}};
        for (std::size_t c = 0; c < 3; ++c) {
          contact.position[c] = static_cast<float>(at[3 * k + c]);
          contact.force[c] = static_cast<float>(normal[3 * k + c] + friction[3 * k + c]);
        }
        motion_.contacts.push_back(contact);
      }
    }
  }

  Hdf5File file_;
  std::vector<double> times_;
  std::set<std::string> datasets_;
  std::vector<Block> blocks_;
  std::size_t total_ = 0;
  std::vector<std::size_t> frames_, source_;  // which are taken; the point of a frame that each of the motion is
  Motion motion_;
  bool is_planar_ = true;
};

}  // namespace

std::optional<Motion> motion_of(const std::string& path) { return MotionReader(path).read(); }

}  // namespace percuss
