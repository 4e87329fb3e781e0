// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_members.hpp"

#include <fmt/format.h>

#include <algorithm>
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

LatticeMembers::LatticeMembers(std::shared_ptr<const LatticeMesh> mesh, std::vector<SectionStiffness> stiffness)
    : mesh_(std::move(mesh)), stiffness_(std::move(stiffness)) {
  for (const auto& kind : mesh_->kinds()) directions_.push_back(name_of(kind));
}

std::optional<LatticeMembers::Member> LatticeMembers::find(const std::string& direction,
                                                           const std::string& place) const {
  const auto& grid = mesh_->grid();
  const auto found = std::find(directions_.begin(), directions_.end(), direction);
  const auto corner = read_place(place, grid.dimension);
  if (found == directions_.end() || !corner) return std::nullopt;
  const Member member{static_cast<std::size_t>(found - directions_.begin()), *corner};
  const auto& kind = mesh_->kinds()[member.kind];
  const auto last = grid.last_corner(kind);
  for (std::size_t a = 0; a < 3; ++a)
    if (member.corner[a] > last[a]) return std::nullopt;
  return grid.has_bar(kind, member.corner) ? std::optional(member) : std::nullopt;
}

std::string LatticeMembers::place_name(const std::array<Index, 3>& place) const {
  auto name = fmt::format("{}_{}", place[0], place[1]);
  return mesh_->grid().dimension == 3 ? fmt::format("{}_{}", name, place[2]) : name;
}

std::string LatticeMembers::places(std::size_t direction) const {
  return fmt::format("{} to {}", place_name({0, 0, 0}),
                     place_name(mesh_->grid().last_corner(mesh_->kinds()[direction])));
}

bool LatticeMembers::leave_out_feet() const { return mesh_->grid().has_bare_face(); }

std::string LatticeMembers::name(const Member& member) const {
  return directions_[member.kind] + "." + place_name(member.corner);
}

void LatticeMembers::for_all(const std::function<void(const Member&)>& visit) const { mesh_->for_bars(visit); }

std::vector<SectionElement> LatticeMembers::elements(const ModelBody& body, const Member& member) const {
  const auto& grid = mesh_->grid();
  const auto& kind = mesh_->kinds()[member.kind];
  const Vector3 span = grid.span(kind), along = span.normalized(),
                normal = Vector3::Unit(normal_axis(kind, grid.dimension));
  SectionElement::Shape shape;
  shape.stiffness = stiffness_[member.kind];
  shape.length = span.norm() / static_cast<double>(mesh_->elements());
  shape.axes << along.transpose(), normal.cross(along).transpose(), normal.transpose();
  std::vector<SectionElement> elements;
  const auto point = [&](Index i) { return mesh_->marker(member, i, body.q_offset, body.v_offset); };
  for (Index i = 0; i < mesh_->elements(); ++i) elements.emplace_back(point(i), point(i + 1), shape);
  return elements;
}

}  // namespace percuss
