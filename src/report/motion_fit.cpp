// SPDX-License-Identifier: Apache-2.0
#include "report/motion_fit.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <stdexcept>

namespace percuss {

namespace {

using Points = Eigen::Map<const Eigen::Matrix<float, 3, Eigen::Dynamic>>;

struct Pose {
  Eigen::Vector3d position;
  Eigen::Quaterniond rotation;
};

/// Kabsch's method. A little of the rotation before decides where the points do not.
Pose fitted_pose(const Points& reference, const Points& now, const Eigen::Quaterniond& before) {
  const Eigen::Vector3d from = reference.cast<double>().rowwise().mean(), to = now.cast<double>().rowwise().mean();
  Eigen::Matrix3d product = Eigen::Matrix3d::Zero();
  for (Index p = 0; p < now.cols(); ++p)
    product += (now.col(p).cast<double>() - to) * (reference.col(p).cast<double>() - from).transpose();
  constexpr double little = 1e-7;
  product += (little * product.norm() + 1e-300) * before.toRotationMatrix();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(product, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Vector3d signs(1.0, 1.0, 1.0);
  if (svd.matrixU().determinant() * svd.matrixV().determinant() < 0.0) signs[2] = -1.0;  // no mirror images
  const Eigen::Matrix3d rotation = svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
  return {to - rotation * from, Eigen::Quaterniond(rotation)};
}

Eigen::Quaterniond rotation_before(const Motion& motion, std::size_t body) {
  if (motion.poses.empty()) return Eigen::Quaterniond::Identity();
  const auto* q = motion.poses.data() + motion.poses.size() - 7 * (motion.bodies.size() - body) + 3;
  return Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized();
}

}  // namespace

void append_frame(Motion& motion, double t, std::span<const float> positions) {
  if (positions.size() != motion.reference.size())
    throw std::invalid_argument("motion: a frame needs the positions of all points");
  motion.t.push_back(t);
  std::vector<float> poses;
  for (std::size_t i = 0; i < motion.bodies.size(); ++i) {
    const auto& body = motion.bodies[i];
    const Points reference(motion.reference.data() + 3 * body.first_point, 3, body.num_points);
    const Points now(positions.data() + 3 * body.first_point, 3, body.num_points);
    const auto before = rotation_before(motion, i);
    const auto pose = body.num_points > 0 ? fitted_pose(reference, now, before) : Pose{Eigen::Vector3d::Zero(), before};
    for (const double x : pose.position) poses.push_back(static_cast<float>(x));
    for (const double x : pose.rotation.coeffs()) poses.push_back(static_cast<float>(x));
    if (!body.flexible) continue;
    const Eigen::Matrix3d back = pose.rotation.toRotationMatrix().transpose();
    for (Index p = 0; p < body.num_points; ++p) {
      const Eigen::Vector3d moved =
          back * (now.col(p).cast<double>() - pose.position) - reference.col(p).cast<double>();
      for (const double x : moved) motion.displacements.push_back(static_cast<float>(x));
    }
  }
  motion.poses.insert(motion.poses.end(), poses.begin(), poses.end());
}

}  // namespace percuss
