// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/delassus/body_way.hpp"
#include "solvers/delassus/contact_legs.hpp"
#include "solvers/delassus/delassus_operator.hpp"

namespace percuss {

/// The rows of G = What' A^-1 W body by body, each the cheapest way, contacts side by side on all threads. Which
/// contacts couple is found when contacts change, numbers alone otherwise.
class BodyBlocks {
 public:
  /// Makes `rows` (and `diagonal`, sized by the caller) hold. `columns_changed`: the sets are not those of the last
  /// call; `rows_kept`: the rows still are those of the last call, so that only numbers may have to change.
  void update(const BlockFactor& factor, const ContactSet& law_set, const ContactSet& force_set, bool columns_changed,
              bool rows_kept, BlockRows& rows, VecOut diagonal);
  /// v += A^-1 W x
  void add_response(VecRef x, VecOut v) const;
  /// All bodies keep U.
  bool keeps_response() const { return keeps_response_; }
  std::string description() const;

 private:
  using Leg = ContactLegs::Leg;
  /// Beyond what every body has: chains, half solves, trimmed columns.
  struct Large {
    BodyCosts costs;
    InverseChain chain;
    std::vector<Index> touched;         // rows of the chain
    std::vector<Index> leg_start, leg;  // force legs by row of the chain, where not all rows reach all
    SparseFactor factor;
    std::vector<SparseVector> z_law, z_force;
    // U: of bodies of some hundred rows row after row, whole, so that products run along the columns; of longer ones
    // column after column, without what is below underflow.
    bool by_rows = false;
    std::vector<Index> first, length, offset;
    std::vector<double> u;
  };
  struct Part {
    BodyWay way = BodyWay::solves;
    bool is_large = false;
    Index u = 0;  // where U of a small body begins
    long version = -1;
    std::unique_ptr<Large> large;
  };
  /// Force legs that a law leg couples with: all of its body, or a list.
  struct Pairs {
    bool listed = false;
    Index begin = 0, end = 0;
  };
  /// Per thread; zero between uses where it says so.
  struct Workspace {
    std::vector<Index> slot;   // where a contact's columns begin in the row
    std::vector<double> w, t;  // w: zero
    std::vector<double> row;   // of G, what one body has of it
    HalfSolve half;
    Vector x;  // a column that is solved for
  };

  template <class T>
  static void grow(std::vector<T>& v, Index n) {
    if (v.size() < static_cast<std::size_t>(n)) v.resize(static_cast<std::size_t>(n));
  }
  const ContactLegs& force() const { return separate_ ? force_ : law_; }
  const std::vector<Index>& force_position() const { return separate_ ? force_position_ : law_position_; }
  Index columns_on(const ContactLegs& legs, Index body) const;
  bool renew(Index body);
  void choose(Index body, Part& part);
  void make_chain(Index body, Large& large);
  void solve_small(Index body);
  void add_response_by_rows(Index body, VecRef x, VecOut v) const;
  void list_stale(Index body);
  void solve_columns();
  void solve_large(Index body, Large& large, Vector& space);
  void solve_halves(Index body, Large& large);
  void find_pairs();
  void list_legs(Index body, Large& large);
  void find_pattern(BlockRows& rows);
  void collect(Index k);
  template <class F>
  void for_pairs(Index law_leg, F&& f) const;
  void fill_columns(Index k, BlockRows& rows) const;
  void fill_values(Index k, Workspace& space, BlockRows& rows) const;
  template <class Value>
  void add_row(Index law_leg, bool direct, const Workspace& space, double* out, Value&& value) const;
  void add_leg(Index law_leg, Index r, bool direct, Workspace& space, double* out) const;
  void add_row_of_u(Index law_leg, Index r, bool direct, Workspace& space, double* out) const;
  void add_chain_row(Index law_leg, Index column, bool direct, Workspace& space, double* out) const;

  const BlockFactor* factor_ = nullptr;
  ContactLegs law_, force_;
  bool separate_ = false, keeps_response_ = true;
  std::vector<Part> parts_;
  std::vector<double> u_;                             // U of small bodies, column after column
  std::vector<Index> law_position_, force_position_;  // by entry of the legs: row of the chain
  std::vector<Pairs> pairs_;                          // by law leg
  std::vector<Index> pair_;                           // force legs
  std::vector<Index> coupled_start_, coupled_;        // contacts by contact, where not `direct_`
  std::vector<Index> own_;                            // where a contact's own block begins in its rows
  std::vector<char> direct_;  // touches one body, couples with all of it: its rows are the columns of that body's legs
  std::vector<Index> mark_;   // workspace of the search for couplings
  // Bodies whose columns are to be solved anew: small ones, others by solves that share nothing, and those whose solves
  // or halves use all threads themselves.
  std::vector<Index> stale_small_, stale_large_, stale_shared_;
  std::vector<Workspace> space_;
  mutable Vector work_;
};

}  // namespace percuss
