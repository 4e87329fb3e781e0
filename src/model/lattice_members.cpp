// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_members.hpp"

#include <fmt/format.h>

#include <charconv>

#include "model/model.hpp"

namespace percuss {

namespace {

constexpr std::string_view axis_names = "xyz";

/// "xy" of what goes up along both, "yx" of what goes down along x.
std::string name_of(const LatticeGrid::BarKind& kind) {
  std::string name;
  bool falls = false;
  for (std::size_t a = 0; a < 3; ++a) {
    if (kind.start[a] != kind.end[a]) name += axis_names[a];
    falls = falls || kind.start[a] > kind.end[a];
  }
  return falls ? std::string(name.rbegin(), name.rend()) : name;
}

/// The axis of the lattice that is z of the member.
Index normal_axis(const LatticeGrid::BarKind& kind, int dimension) {
  if (dimension == 2) return 2;
  std::vector<Index> along, across;
  for (std::size_t a = 0; a < 3; ++a) (kind.start[a] != kind.end[a] ? along : across).push_back(static_cast<Index>(a));
  return along.size() == 2 ? across.front() : (along.front() + 2) % 3;
}

/// "2_0_1" as so many numbers.
std::optional<std::array<Index, 3>> read_place(const std::string& text, int dimension) {
  std::array<Index, 3> place{0, 0, 0};
  const char *at = text.data(), *const end = at + text.size();
  for (int a = 0; a < dimension; ++a) {
    if (a > 0 && (at == end || *at++ != '_')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, place[static_cast<std::size_t>(a)]);
    if (error != std::errc{} || place[static_cast<std::size_t>(a)] < 0) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(place) : std::nullopt;
}

}  // namespace

LatticeMembers::LatticeMembers(const LatticeGrid& grid, int diagonals, std::vector<SectionStiffness> stiffness)
    : grid_(grid), kinds_(grid.bars(diagonals)), stiffness_(std::move(stiffness)) {
  for (const auto& kind : kinds_) directions_.push_back(name_of(kind));
}

std::array<Index, 3> LatticeMembers::last_place(std::size_t direction) const {
  const auto& kind = kinds_[direction];
  auto last = grid_.cells;
  for (std::size_t a = 0; a < 3; ++a) last[a] -= std::max(kind.start[a], kind.end[a]);
  return last;
}

std::optional<LatticeMembers::Member> LatticeMembers::find(const std::string& direction,
                                                           const std::string& place) const {
  const auto found = std::find(directions_.begin(), directions_.end(), direction);
  const auto at = read_place(place, grid_.dimension);
  if (found == directions_.end() || !at) return std::nullopt;
  const Member member{static_cast<std::size_t>(found - directions_.begin()), *at};
  const auto last = last_place(member.direction);
  for (std::size_t a = 0; a < 3; ++a)
    if (member.place[a] > last[a]) return std::nullopt;
  return grid_.has_bar(kinds_[member.direction], member.place) ? std::optional(member) : std::nullopt;
}

std::string LatticeMembers::place_name(const std::array<Index, 3>& place) const {
  auto name = fmt::format("{}_{}", place[0], place[1]);
  return grid_.dimension == 3 ? fmt::format("{}_{}", name, place[2]) : name;
}

std::string LatticeMembers::places(std::size_t direction) const {
  return fmt::format("{} to {}", place_name({0, 0, 0}), place_name(last_place(direction)));
}

std::string LatticeMembers::name(const Member& member) const {
  return directions_[member.direction] + "." + place_name(member.place);
}

void LatticeMembers::for_all(const std::function<void(const Member&)>& visit) const {
  for (std::size_t direction = 0; direction < kinds_.size(); ++direction) {
    const auto last = last_place(direction);
    for (Index z = 0; z <= last[2]; ++z)
      for (Index y = 0; y <= last[1]; ++y)
        for (Index x = 0; x <= last[0]; ++x)
          if (grid_.has_bar(kinds_[direction], {x, y, z})) visit({direction, {x, y, z}});
  }
}

SectionElement LatticeMembers::element(const ModelBody& body, const Member& member) const {
  const auto& kind = kinds_[member.direction];
  const auto node = [&](const std::array<Index, 3>& corner) {
    auto place = member.place;
    for (std::size_t a = 0; a < 3; ++a) place[a] += corner[a];
    const Index number = grid_.node_at(place), free = grid_.free_number(number);
    return free < 0 ? Marker::ground(grid_.position(number)) : body.marker(free);
  };
  SectionElement::Shape shape;
  shape.stiffness = stiffness_[member.direction];
  const Vector3 span = grid_.span(kind), along = span.normalized(),
                normal = Vector3::Unit(normal_axis(kind, grid_.dimension));
  shape.length = span.norm();
  shape.axes << along.transpose(), normal.cross(along).transpose(), normal.transpose();
  return {node(kind.start), node(kind.end), shape};
}

}  // namespace percuss
