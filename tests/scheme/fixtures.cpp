// SPDX-License-Identifier: Apache-2.0
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

std::unique_ptr<Model> ParticleOverFloor::build() const {
  auto model = std::make_unique<Model>();
  PointMassOptions particle;
  particle.mass = 2.0;
  particle.position = position;
  particle.velocity = velocity;
  model->add_body("particle", "point_mass", make_point_mass(particle));
  std::vector<double> up(position.size(), 0.0);
  up.back() = 1.0;
  if (gravity != 0.0) {
    GravityOptions g;
    g.acceleration.assign(position.size(), 0.0);
    g.acceleration.back() = gravity;
    add_gravity(*model, g);
  }
  NodeWallOptions floor;
  floor.body = "particle";
  floor.normal = up;
  floor.restitution = restitution;
  floor.tangential_restitution = tangential_restitution;
  floor.friction = friction;
  add_node_wall(*model, "floor", floor);
  return model;
}

void PrintTo(const NamedScheme& scheme, std::ostream* out) { *out << scheme.label; }

std::string text_of(const NamedScheme& scheme) {
  std::string text = "{name: " + scheme.name;
  for (const auto& [key, value] : scheme.options) {
    text += ", " + key + ": ";
    if (const auto* number = std::get_if<double>(&value)) text += std::to_string(*number);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) text += std::to_string(*integer);
    if (const auto* word = std::get_if<std::string>(&value)) text += *word;
  }
  return text + "}";
}

std::vector<NamedScheme> all_schemes() {
  return {{"HalfExplicit", "half_explicit_velocity", {}},
          {"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}},
          {"MoreauJeanHalf", "moreau_jean", {{"theta", 0.5}}},
          {"MoreauJeanOne", "moreau_jean", {{"theta", 1.0}}},
          {"MoreauMidpoint", "moreau_midpoint", {}},
          {"HalfExplicitHem", "half_explicit_velocity", {{"variant", std::string("hem")}}},
          {"HalfExplicitMbsim", "half_explicit_velocity", {{"variant", std::string("mbsim")}}},
          {"ExplicitVelocity", "explicit_velocity", {}},
          {"HalfExplicitAcceleration", "half_explicit_acceleration", {}},
          {"GglDecoupled", "ggl_decoupled", {}},
          {"GglUnified", "ggl_unified", {}},
          {"DgMinus1", "dg_minus", {}},
          {"DgPlus1", "dg_plus", {}},
          {"DgMinus2", "dg_minus", {{"order", std::int64_t{2}}}},
          {"DgPlus2", "dg_plus", {{"order", std::int64_t{2}}}},
          {"GeneralizedAlpha", "mixed_generalized_alpha", {}},
          {"Hht", "mixed_hht", {}},
          {"Newmark", "mixed_newmark", {}},
          {"Bathe", "mixed_bathe", {}},
          {"GeneralizedAlphaNewton", "mixed_generalized_alpha", {{"iteration", std::string("newton")}}},
          {"BatheNewton", "mixed_bathe", {{"iteration", std::string("newton")}}},
          {"EdAlpha", "mixed_ed_alpha", {}},
          {"NonsmoothAlpha", "nonsmooth_generalized_alpha", {}},
          {"NonsmoothAlphaVelocity", "nonsmooth_generalized_alpha", {{"level", std::string("velocity")}}},
          {"NonsmoothAlphaNewton", "nonsmooth_generalized_alpha", {{"iteration", std::string("newton")}}}};
}

bool is_galerkin(const NamedScheme& scheme) { return scheme.name.starts_with("dg_"); }

bool is_mixed(const NamedScheme& scheme) { return scheme.name.starts_with("mixed_"); }

std::vector<NamedScheme> mixed_schemes() {
  auto schemes = all_schemes();
  std::erase_if(schemes, [](const NamedScheme& s) { return !is_mixed(s); });
  return schemes;
}

bool is_nonsmooth_alpha(const NamedScheme& scheme) { return scheme.name == "nonsmooth_generalized_alpha"; }

std::vector<NamedScheme> frictional_schemes() {
  auto schemes = all_schemes();
  std::erase_if(schemes, [](const NamedScheme& s) { return !find_scheme(s.name)->capabilities.friction; });
  return schemes;
}

std::unique_ptr<Scheme> make(const NamedScheme& scheme, const MechanicalSystem& system, const ContactModel& contacts,
                             const SolverSet& solvers) {
  return find_scheme(scheme.name)->make(system, contacts, solvers, scheme.options);
}

double order(const std::vector<double>& h, const std::vector<double>& error) {
  return std::log(error.front() / error.back()) / std::log(h.front() / h.back());
}

}  // namespace percuss::test
