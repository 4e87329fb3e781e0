// SPDX-License-Identifier: Apache-2.0
#include "contact/relative_rotation.hpp"

#include <cmath>

#include "core/rotation.hpp"

namespace percuss {

using Vector3 = Eigen::Vector3d;
using Quaternion = Eigen::Quaterniond;

namespace {

/// f = t/sin t and g = f'/sin t at the angle t from a to u, whose cross product is as long as sin t. Below 1e-3 the
/// series, which leave out t^4.
struct TiltFactors {
  double cosine, f, g;

  TiltFactors(const Vector3& s, double cosine_of) : cosine(cosine_of) {
    const double sine = s.norm(), t = std::atan2(sine, cosine);
    if (t < 1e-3) {
      f = 1.0 + t * t / 6.0;
      g = 1.0 / 3.0 + t * t * (2.0 / 15.0);
    } else {
      f = t / sine;
      g = (sine - t * cosine) / (sine * sine * sine);
    }
  }
};

}  // namespace

Vector3 rotation_vector_of(const Quaternion& Q) {
  const double length = Q.vec().norm();
  if (length == 0.0) return Vector3::Zero();
  return 2.0 * std::atan2(length, Q.w()) / length * Q.vec();
}

Vector3 rotation_vector_gradient(const Vector3& phi, const Vector3& e) { return e + rotation_vector_rate(phi, e); }

double twist_of(const Quaternion& Q, const Vector3& a) { return 2.0 * std::atan2(Q.vec().dot(a), Q.w()); }

Vector3 twist_gradient(const Quaternion& Q, const Vector3& a) {
  const double w = Q.w(), along = Q.vec().dot(a);
  return (w * (w * a + Q.vec().cross(a)) + along * Q.vec()) / (w * w + along * along);
}

double tilt_of(const Vector3& u, const Vector3& a, const Vector3& e) {
  const Vector3 s = a.cross(u);
  return TiltFactors(s, a.dot(u)).f * s.dot(e);
}

Vector3 tilt_gradient(const Vector3& u, const Vector3& a, const Vector3& e) {
  const Vector3 s = a.cross(u);
  const TiltFactors factors(s, a.dot(u));
  return factors.f * (factors.cosine * e - u.dot(e) * a) + factors.g * s.dot(e) * s;
}

}  // namespace percuss
