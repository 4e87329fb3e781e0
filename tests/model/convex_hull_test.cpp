// SPDX-License-Identifier: Apache-2.0
#include "model/convex_hull.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace percuss {
namespace convex_hull_test {

using Faces = std::vector<std::vector<Index>>;

std::vector<Vector3> cube() {
  std::vector<Vector3> points;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) points.emplace_back(x, y, z);
  return points;
}

/// Every edge is that of two faces, which pass it in opposite directions: closed, and all faces seen from one side.
void expect_closed(const Faces& faces) {
  std::map<std::pair<Index, Index>, int> passed;
  for (const auto& face : faces)
    for (std::size_t i = 0; i < face.size(); ++i) ++passed[{face[i], face[(i + 1) % face.size()]}];
  for (const auto& [edge, times] : passed) {
    EXPECT_EQ(times, 1) << edge.first << " to " << edge.second;
    EXPECT_EQ(passed.count({edge.second, edge.first}), 1u) << edge.first << " to " << edge.second;
  }
}

/// By the divergence theorem, faces as fans: positive where they are counter-clockwise from outside.
double volume(const std::vector<Vector3>& points, const Faces& faces) {
  const auto at = [&](Index i) { return points[static_cast<std::size_t>(i)]; };
  double sum = 0.0;
  for (const auto& face : faces)
    for (std::size_t i = 1; i + 1 < face.size(); ++i) sum += at(face[0]).dot(at(face[i]).cross(at(face[i + 1]))) / 6.0;
  return sum;
}

std::set<Index> corners(const Faces& faces) {
  std::set<Index> all;
  for (const auto& face : faces) all.insert(face.begin(), face.end());
  return all;
}

TEST(ConvexHull, OfACubeHasSixSquares) {
  auto points = cube();
  points.emplace_back(0.0, 0.2, 0.1);  // within
  points.emplace_back(1.0, 0.2, 0.1);  // on a face
  points.emplace_back(1.0, 1.0, 0.1);  // on an edge
  points.emplace_back(1.0, 1.0, 1.0);  // twice
  const auto faces = hull_faces(points);
  ASSERT_EQ(faces.size(), 6u);
  for (const auto& face : faces) EXPECT_EQ(face.size(), 4u);
  EXPECT_NEAR(volume(points, faces), 8.0, 1e-14);
}

TEST(ConvexHull, OfATurnedCubeIsTheSame) {
  const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(2.0, 1.0, -2.0) / 3.0).toRotationMatrix();
  auto points = cube();
  for (auto& p : points) p = Vector3(100.0, -20.0, 3.0) + 0.01 * (R * p);
  const auto faces = hull_faces(points);
  ASSERT_EQ(faces.size(), 6u);
  expect_closed(faces);
}

TEST(ConvexHull, OfATetrahedronHasFourTriangles) {
  const std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto faces = hull_faces(points);
  ASSERT_EQ(faces.size(), 4u);
  expect_closed(faces);
  EXPECT_NEAR(volume(points, faces), 1.0 / 6.0, 1e-16);
}

TEST(ConvexHull, OfRandomPointsIsClosedAndHasNobodyOutside) {
  std::mt19937 random(3);
  std::normal_distribution<double> number;
  std::vector<Vector3> points(64);
  for (auto& p : points)
    for (auto& x : p) x = number(random);
  const auto faces = hull_faces(points);
  expect_closed(faces);
  // Euler: corners - edges + faces = 2; all faces are triangles.
  EXPECT_EQ(faces.size(), 2 * corners(faces).size() - 4);
  for (const auto& face : faces) {
    const auto at = [&](std::size_t i) { return points[static_cast<std::size_t>(face[i])]; };
    const Vector3 n = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
    for (const auto& p : points) EXPECT_LE(n.dot(p - at(0)), 1e-12);
  }
}

TEST(ConvexHull, OfPointsInAPlaneIsOnePolygon) {
  const std::vector<Vector3> points{{0, 0, 1}, {2, 0, 1}, {1, 0.5, 1}, {2, 1, 1}, {0, 1, 1}, {1, 0, 1}};
  const auto faces = hull_faces(points);
  ASSERT_EQ(faces.size(), 1u);
  EXPECT_EQ(faces[0].size(), 4u);
  EXPECT_EQ(corners(faces), (std::set<Index>{0, 1, 3, 4}));
  EXPECT_TRUE(hull_faces({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}}).empty());
}

}  // namespace convex_hull_test
}  // namespace percuss
