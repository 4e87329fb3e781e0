// SPDX-License-Identifier: Apache-2.0
#include "scheme/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/text_output.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "io/scheme_words.hpp"
#include "io/svg_plot.hpp"

namespace percuss::cli {

namespace {

struct SpectrumArguments {
  std::vector<std::string> schemes;
  std::vector<double> omega;
  std::string range, format = "table", quantity = "radius", out;
  std::optional<double> rho;
  std::optional<Index> points;
};

/// What `--quantity` may name, and what is drawn then.
struct Quantity {
  std::string name, label;
  double SpectralPoint::*value;
};
const std::vector<Quantity> quantities{
    {"radius", "spectral radius", &SpectralPoint::radius},
    {"damping", "algorithmic damping ratio", &SpectralPoint::damping_ratio},
    {"period", "period elongation (T - T_ex)/T_ex", &SpectralPoint::period_elongation}};
const std::vector<std::string> formats{"table", "csv", "svg"};

struct Spectrum {
  std::string scheme;
  std::vector<SpectralPoint> points;
};

class FaultList {
 public:
  void add(const std::string& option, std::string message, std::string remedy) {
    faults.push_back({{option, 0, 0}, "", std::move(message), std::move(remedy)});
  }
  /// `word` is one of `known`.
  void check_word(const std::string& option, const std::string& word, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), word) == known.end())
      add(option, fmt::format("`{}` is not an allowed value", word), remedy_for_unknown(word, known, option));
  }
  std::vector<Fault> faults;
};

constexpr const char* range_remedy = "expected LOW:HIGH with 0 < LOW < HIGH, e.g. 0.01:1000";

/// The two numbers of LOW:HIGH.
std::optional<std::pair<double, double>> range_in(const std::string& word) {
  double low = 0.0, high = 0.0;
  const char* end = word.data() + word.size();
  const auto first = std::from_chars(word.data(), end, low);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':') return {};
  const auto second = std::from_chars(first.ptr + 1, end, high);
  if (second.ec != std::errc() || second.ptr != end) return {};
  if (!(low > 0.0 && high > low && std::isfinite(high))) return {};
  return std::pair{low, high};
}

/// The values of Omega asked for: those of --omega, or the range in equal ratios, both ends included.
std::vector<double> abscissae(const SpectrumArguments& arguments, FaultList& list) {
  if (!arguments.omega.empty()) {
    if (!arguments.range.empty()) list.add("--omega", "--range is given too", "give one of them");
    if (arguments.points) list.add("--points", "--omega names the points itself", "give --range instead of --omega");
    for (const double omega : arguments.omega)
      if (!(omega > 0.0 && std::isfinite(omega)))
        list.add("--omega", fmt::format("{} is not an Omega = omega h", omega), "expected numbers > 0, e.g. 0.1,1,10");
    return arguments.omega;
  }
  const auto range = range_in(arguments.range.empty() ? "0.01:1000" : arguments.range);
  if (!range) {
    list.add("--range", fmt::format("`{}` is not a range", arguments.range), range_remedy);
    return {};
  }
  const Index points = arguments.points.value_or(arguments.format == "table" ? 11 : 201);
  if (points < 2 || points > 1'000'000) {
    list.add("--points", fmt::format("{} points make no curve", points), "expected 2 to 1000000");
    return {};
  }
  const double log_low = std::log(range->first), log_high = std::log(range->second);
  std::vector<double> omega;
  for (Index i = 0; i < points; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(points - 1);
    omega.push_back(std::exp((1.0 - part) * log_low + part * log_high));
  }
  omega.front() = range->first;
  omega.back() = range->second;
  return omega;
}

/// The schemes with their options; --rho goes to those that have it and do not give their own.
std::vector<SchemeWords> schemes_of(const SpectrumArguments& arguments, FaultList& list) {
  std::vector<SchemeWords> schemes;
  const auto before = list.faults.size();
  for (const auto& words : arguments.schemes) {
    const auto same = [&](const SchemeWords& scheme) { return scheme.words == words; };
    if (std::any_of(schemes.begin(), schemes.end(), same))
      list.add("--schemes", fmt::format("`{}` is given twice", words), "give each of them once");
    schemes.push_back(read_scheme_words(words, "--schemes", list.faults));
  }
  if (!arguments.rho || list.faults.size() > before) return schemes;
  bool taken = false;
  for (auto& scheme : schemes) {
    if (!scheme.accepts("rho_inf") || scheme.gives("rho_inf")) continue;
    const auto words = fmt::format("{}:rho_inf={}", scheme.words, *arguments.rho);
    scheme = read_scheme_words(words, "--rho", list.faults);
    taken = true;
  }
  if (!taken) list.add("--rho", "none of the schemes takes it", "leave it out, or name a scheme with `rho_inf`");
  return schemes;
}

std::string cell(double value, const char* format) {
  return std::isnan(value) ? "-" : fmt::format(fmt::runtime(format), value);
}

std::string table_of(const std::vector<Spectrum>& spectra) {
  std::size_t width = 6;
  for (const auto& spectrum : spectra) width = std::max(width, spectrum.scheme.size());
  auto text = fmt::format("{:<{}}  {:>10}  {:>15}  {:>13}  {:>17}\n", "scheme", width, "omega h", "spectral radius",
                          "damping ratio", "period elongation");
  for (const auto& spectrum : spectra)
    for (const auto& p : spectrum.points)
      text +=
          fmt::format("{:<{}}  {:>10.4g}  {:>15}  {:>13}  {:>17}\n", spectrum.scheme, width, p.omega,
                      cell(p.radius, "{:.8f}"), cell(p.damping_ratio, "{:.3e}"), cell(p.period_elongation, "{:.3e}"));
  return text;
}

/// All digits; a cell without a value is empty.
std::string csv_of(const std::vector<Spectrum>& spectra) {
  std::string text = "scheme,omega,spectral_radius,damping_ratio,period_elongation\n";
  const auto number = [](double value) { return std::isnan(value) ? std::string() : fmt::format("{}", value); };
  for (const auto& spectrum : spectra)
    for (const auto& p : spectrum.points)
      text += fmt::format("{},{},{},{},{}\n", spectrum.scheme, p.omega, number(p.radius), number(p.damping_ratio),
                          number(p.period_elongation));
  return text;
}

std::string plot_of(const std::vector<Spectrum>& spectra, const Quantity& quantity) {
  std::vector<Series> series;
  for (const auto& spectrum : spectra) {
    Series one{spectrum.scheme, {}, {}};
    for (const auto& p : spectrum.points) {
      one.x.push_back(p.omega);
      one.y.push_back(p.*quantity.value);
    }
    series.push_back(std::move(one));
  }
  PlotOptions options;
  options.title = quantity.label;
  options.x_label = "omega h";
  options.y_label = quantity.label;
  options.log_x = true;
  options.marks = spectra.front().points.size() < 20;
  return svg_plot(series, options);
}

int show_spectrum(const SpectrumArguments& arguments) {
  FaultList list;
  list.check_word("--format", arguments.format, formats);
  std::vector<std::string> names;
  for (const auto& quantity : quantities) names.push_back(quantity.name);
  list.check_word("--quantity", arguments.quantity, names);
  const auto schemes = schemes_of(arguments, list);
  const auto omegas = abscissae(arguments, list);
  if (!list.faults.empty()) throw InputError(std::move(list.faults));

  std::vector<Spectrum> spectra;
  for (const auto& scheme : schemes) {
    spectra.push_back({scheme.words, {}});
    for (const double omega : omegas)
      spectra.back().points.push_back(spectral_point(*scheme.type, scheme.options, omega));
  }
  const auto quantity = std::find(names.begin(), names.end(), arguments.quantity) - names.begin();
  const auto text = arguments.format == "csv"   ? csv_of(spectra)
                    : arguments.format == "svg" ? plot_of(spectra, quantities[static_cast<std::size_t>(quantity)])
                                                : table_of(spectra);
  put_text(text, arguments.out);
  return done;
}

}  // namespace

void add_spectrum(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SpectrumArguments>();
  auto* verb = app.add_subcommand(
      "spectrum",
      "analyse spectral radius, damping and period error of schemes on a single-degree-of-freedom oscillator");
  verb->add_option("--schemes", arguments->schemes, "schemes with their options, e.g. moreau_jean:theta=0.6,dg_plus")
      ->required()
      ->delimiter(',');
  verb->add_option("--rho", arguments->rho, "rho_inf of the schemes that accept it and are given without");
  verb->add_option("--omega", arguments->omega, "values of Omega = omega h, e.g. 0.1,1,10")->delimiter(',');
  verb->add_option("--range", arguments->range, "range of Omega, LOW:HIGH (default: 0.01:1000)");
  verb->add_option("--points", arguments->points, "points of the range (default: 11 in a table, else 201)");
  verb->add_option("--format", arguments->format, "table (default), csv or svg");
  verb->add_option("--quantity", arguments->quantity, "what an svg shows: radius (default), damping or period");
  add_text_output(*verb, arguments->out);
  verb->callback([arguments, &exit_code] { exit_code = show_spectrum(*arguments); });
}

}  // namespace percuss::cli
