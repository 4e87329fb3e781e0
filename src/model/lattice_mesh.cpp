// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>

#include "core/at.hpp"

namespace percuss {

LatticeMesh::LatticeMesh(const LatticeGrid& grid, const Shape& shape)
    : grid_(grid), shape_(shape), kinds_(grid.bars(shape.diagonals)) {
  number_nodes();
  number_members();
}

void LatticeMesh::number_nodes() {
  const auto& held = shape_.held;
  if (std::none_of(held.begin(), held.end(), [](const auto& face) { return (face[0] | face[1]) != 0; })) {
    num_rows_ = shape_.per_node * grid_.num_free();
    return;
  }
  for (Index i = 0; i < grid_.num_free(); ++i) {
    const auto place = grid_.place(grid_.number_of_free(i));
    unsigned mask = 0;
    for (std::size_t a = 0; a < held.size(); ++a) {
      if (place[a] == 0) mask |= held[a][0];
      if (place[a] == grid_.cells[a]) mask |= held[a][1];
    }
    held_.push_back(static_cast<std::uint8_t>(mask));
    first_.push_back(num_rows_);
    num_rows_ += shape_.per_node - std::popcount(mask);
  }
}

void LatticeMesh::number_members() {
  if (shape_.elements == 1) return;
  first_inner_.assign(kinds_.size(), std::vector<Index>(at(grid_.num_nodes()), -1));
  for_bars([&](const Bar& bar) {
    if (free_node(bar, false) < 0 && free_node(bar, true) < 0) return;
    first_inner_[bar.kind][at(box_index(bar))] = num_rows_;
    num_rows_ += shape_.per_node * (shape_.elements - 1);
  });
}

Index LatticeMesh::box_index(const Bar& bar) const { return grid_.node_at(bar.corner); }

Index LatticeMesh::free_node(const Bar& bar, bool at_end) const {
  const auto& kind = kinds_[bar.kind];
  return grid_.free_number(grid_.node_of(bar, at_end ? kind.end : kind.start));
}

Index LatticeMesh::row(Index free, Index unknown) const {
  if (free < 0) return -1;
  if (nodes_are_alike()) return shape_.per_node * free + unknown;
  const unsigned mask = held_[at(free)], bit = 1U << static_cast<unsigned>(unknown);
  return (mask & bit) != 0 ? -1 : first_[at(free)] + unknown - std::popcount(mask & (bit - 1));
}

Index LatticeMesh::row(const Bar& bar, Index point, Index unknown) const {
  if (point == 0 || point == shape_.elements) return row(free_node(bar, point > 0), unknown);
  const Index first = first_inner_[bar.kind][at(box_index(bar))];
  return first < 0 ? -1 : first + shape_.per_node * (point - 1) + unknown;
}

Eigen::Vector3d LatticeMesh::position(const Bar& bar, Index point) const {
  const auto& kind = kinds_[bar.kind];
  const double s = static_cast<double>(point) / static_cast<double>(shape_.elements);
  return (1.0 - s) * grid_.position(grid_.node_of(bar, kind.start)) + s * grid_.position(grid_.node_of(bar, kind.end));
}

template <class RowOf>
Marker LatticeMesh::marker_of(const Eigen::Vector3d& place, Index q, Index v, RowOf&& row_of) const {
  const Index d = grid_.dimension;
  if (shape_.per_node == d) {
    const Index first = row_of(0);
    return first < 0 ? Marker::ground(place) : Marker::translation(d, q + first, v + first, place);
  }
  ElasticMotion motion;
  const auto add = [&](Index unknown, const Vector3& shift, const Vector3& turn) {
    if (const Index row = row_of(unknown); row >= 0) motion.shares.push_back({row, shift, turn});
  };
  for (Index a = 0; a < d; ++a) add(a, Vector3::Unit(a), Vector3::Zero());
  for (Index a = d == 2 ? 2 : 0; a < 3; ++a) add(d == 2 ? 2 : 3 + a, Vector3::Zero(), Vector3::Unit(a));
  if (motion.shares.empty()) return Marker::ground(place);
  return d == 2
             ? Marker::elastic_at_rest(q, v, Vector3::Zero(), 0.0, place, std::move(motion))
             : Marker::elastic_at_rest(q, v, Vector3::Zero(), Matrix3(Matrix3::Identity()), place, std::move(motion));
}

Marker LatticeMesh::marker(Index free, Index q, Index v) const {
  return marker_of(grid_.position(grid_.number_of_free(free)), q, v, [&](Index unknown) { return row(free, unknown); });
}

Marker LatticeMesh::marker(const Bar& bar, Index point, Index q, Index v) const {
  return marker_of(position(bar, point), q, v, [&](Index unknown) { return row(bar, point, unknown); });
}

template <class RowOf>
void LatticeMesh::add_motion(const Eigen::Vector3d& arm, Matrix& motions, RowOf&& row_of) const {
  const Index axes = grid_.dimension, turns = axes == 2 ? 1 : 3;
  Matrix here = Matrix::Zero(shape_.per_node, axes + turns);
  here.topLeftCorner(axes, axes).setIdentity();
  for (Index k = 0; k < turns; ++k) {
    const Index about = axes == 2 ? 2 : k;
    here.col(axes + k).head(axes) = Eigen::Vector3d::Unit(about).cross(arm).head(axes);
    if (shape_.per_node > axes) here(axes + k, axes + k) = 1.0;
  }
  for (Index a = 0; a < shape_.per_node; ++a)
    if (const Index to = row_of(a); to >= 0) motions.row(to) = here.row(a);
}

RigidMotions LatticeMesh::rigid_motions() const {
  if (!nodes_are_alike()) return {};
  const Index n = grid_.num_free(), axes = grid_.dimension, turns = axes == 2 ? 1 : 3;
  RigidMotions rigid{shape_.per_node, Matrix::Zero(num_rows_, axes + turns)};
  const auto place = [&](Index free) { return grid_.position(grid_.number_of_free(free)); };
  const Eigen::Vector3d middle = 0.5 * (place(0) + place(n - 1));
  for (Index i = 0; i < n; ++i)
    add_motion(place(i) - middle, rigid.motions, [&](Index unknown) { return row(i, unknown); });
  for_bars([&](const Bar& bar) {
    for (Index point = 1; point < shape_.elements; ++point)
      add_motion(position(bar, point) - middle, rigid.motions, [&](Index unknown) { return row(bar, point, unknown); });
  });
  return rigid;
}

Matrix LatticeMesh::of_nodes(const Matrix& on_rows) const {
  const Index nodes = grid_.num_free();
  Matrix all = Matrix::Zero(shape_.per_node * nodes, on_rows.cols());
  for (Index i = 0; i < nodes; ++i)
    for (Index a = 0; a < shape_.per_node; ++a)
      if (const Index from = row(i, a); from >= 0) all.row(shape_.per_node * i + a) = on_rows.row(from);
  return all;
}

}  // namespace percuss
