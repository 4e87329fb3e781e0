// SPDX-License-Identifier: Apache-2.0
#include "model/spring_rotations.hpp"

#include <algorithm>

namespace percuss {

std::vector<Joints::Row> spring_rotations(const Marker& body, const Marker& to, VecRef q, bool in_space,
                                          std::array<bool, 3> stiff) {
  using Row = Joints::Row;
  if (!in_space) return {Row::angle(body.angle(q) - to.angle(q))};
  const Eigen::Quaterniond unturned = body.quaternion(q).conjugate() * to.quaternion(q);
  const auto springs = std::count(stiff.begin(), stiff.end(), true);
  const Index free_axis = std::find(stiff.begin(), stiff.end(), false) - stiff.begin();
  std::vector<Row> rows;
  for (Index i = 0; i < 3; ++i) {
    const Vector3 e = Vector3::Unit(i);
    if (!stiff[static_cast<std::size_t>(i)])
      rows.push_back(Row::spin(e));
    else if (springs == 3)
      rows.push_back(Row::rotation(e, unturned));
    else if (springs == 2)
      rows.push_back(Row::tilt(e, unturned * Vector3::Unit(free_axis), Vector3::Unit(free_axis)));
    else
      rows.push_back(Row::twist(e, unturned));
  }
  return rows;
}

}  // namespace percuss
