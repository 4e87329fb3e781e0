// SPDX-License-Identifier: Apache-2.0
#include "io/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "io/plot_axis.hpp"
#include "io/plot_line.hpp"
#include "io/svg_text.hpp"

namespace percuss {

namespace {

constexpr double column_width = 0.5;        // [px]: a print of the figure shows twice what a screen does
constexpr std::size_t most_points = 16000;  // of one series: some 14 characters each
constexpr double y_padding = 0.05;          // keeps a curve along zero off the frame
constexpr double tick_font = 12.0, label_font = 13.5, title_font = 15.0;
constexpr double legend_line = 20.0, legend_sample = 26.0;

// Okabe and Ito's palette without its yellow, which white swallows.
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444"};
constexpr std::array dashes{"", "7 3", "2 3", "9 3 2 3"};

struct Box {
  double left, top, right, bottom;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

/// Builds one figure: measure, then draw from the back to the front.
class Figure {
 public:
  Figure(std::span<const Series> series, const PlotOptions& options)
      : series_(series),
        options_(options),
        width_(std::max(options.width, 240)),
        height_(std::max(options.height, 180)) {}

  std::string draw() {
    make_axes();
    place_frame();
    place_legend();
    begin();
    draw_grid();
    draw_series();
    draw_frame();
    draw_labels();
    draw_legend();
    return text_ + "</g>\n</svg>\n";
  }

 private:
  struct LegendEntry {
    double x, y;
    std::string name;
  };

  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  bool can_show(double x, double y) const {
    return PlotAxis::can_show(x, options_.log_x) && PlotAxis::can_show(y, options_.log_y);
  }

  void make_axes() {
    DataRange x_range, left_range, right_range;
    for (const auto& one : series_)
      for (std::size_t i = 0; i < one.x.size(); ++i)
        if (can_show(one.x[i], one.y[i])) {
          x_range.add(one.x[i]);
          (one.right ? right_range : left_range).add(one.y[i]);
        }
    no_data_ = x_range.empty();
    if (no_data_) return;
    const int num_ticks = std::max(2, height_ / 60);
    x_ = make_axis(x_range, options_.log_x, 0.0, std::max(2, width_ / 100));
    if (!left_range.empty()) y_ = make_axis(left_range, options_.log_y, y_padding, num_ticks);
    if (!right_range.empty()) right_ = make_axis(right_range, options_.log_y, y_padding, num_ticks);
  }

  /// Room for the numbers and the label beside the frame.
  static double margin_of(const PlotAxis& axis, const std::string& label) {
    double widest = 0.0;
    for (const auto& tick : axis.ticks) widest = std::max(widest, width_of_markup(tick.label, tick_font));
    return 14.0 + (axis.label(label).empty() ? 0.0 : 24.0) + widest;
  }

  void place_frame() {
    const double left = std::min(margin_of(y_, options_.y_label), 0.4 * width_);
    const double right = right_ ? std::min(margin_of(*right_, options_.right_label), 0.4 * width_) : 22.0;
    frame_ = {left, options_.title.empty() ? 14.0 : 34.0, width_ - right, height_ - 50.0};
  }

  /// Entries run in rows above the frame, where they never hide data, but take at most half of the height.
  void place_legend() {
    if (series_.size() < 2) return;
    double x = 0.0, y = frame_.top + 8.0;
    for (std::size_t k = 0; k < series_.size(); ++k) {
      auto name = escaped_for_xml(series_[k].name);
      const double needed = legend_sample + 8.0 + width_of_markup(name, tick_font) + 18.0;
      if (x > 0.0 && x + needed - 18.0 > frame_.width()) {
        x = 0.0;
        y += legend_line;
      }
      const bool last_row = y + 2.0 * legend_line > 0.5 * height_;
      if (last_row && x == 0.0 && k + 1 < series_.size()) name = fmt::format("and {} more", series_.size() - k);
      legend_.push_back({x, y, std::move(name)});
      if (last_row && x == 0.0) break;
      x += needed;
    }
    frame_.top = y + 14.0;
  }

  PlotPoint place(double x, double y, const PlotAxis& y_axis) const {
    return {frame_.left + x_.position(x) * frame_.width(), frame_.bottom - y_axis.position(y) * frame_.height()};
  }

  void begin() {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n", width_,
        height_);
    if (!options_.title.empty()) put("<title>{}</title>\n", escaped_for_xml(options_.title));
    put("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", width_, height_);
    put("<g font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"{}\" fill=\"#222222\">\n",
        tick_font);
  }

  void draw_grid() {
    std::string major, minor;
    for (const auto& tick : x_.ticks)
      fmt::format_to(std::back_inserter(tick.label.empty() ? minor : major), "M{:.2f} {:.2f}V{:.2f}",
                     frame_.left + tick.position * frame_.width(), frame_.top, frame_.bottom);
    for (const auto& tick : y_.ticks)
      fmt::format_to(std::back_inserter(tick.label.empty() ? minor : major), "M{:.2f} {:.2f}H{:.2f}", frame_.left,
                     frame_.bottom - tick.position * frame_.height(), frame_.right);
    if (!minor.empty()) put("<path d=\"{}\" stroke=\"#f1f1f1\" stroke-width=\"0.8\"/>\n", minor);
    if (!major.empty()) put("<path d=\"{}\" stroke=\"#e0e0e0\" stroke-width=\"0.8\"/>\n", major);
    if (!no_data_ && !y_.log && y_.low < 0.0 && y_.high > 0.0) {
      const double zero = frame_.bottom - y_.position(0.0) * frame_.height();
      put("<path d=\"M{:.2f} {:.2f}H{:.2f}\" stroke=\"#b0b0b0\" stroke-width=\"0.9\"/>\n", frame_.left, zero,
          frame_.right);
    }
  }

  /// The unbroken stretches of a series, in pixels, with no more points than can be seen.
  PlotLines lines_of(const Series& one) const {
    PlotLines lines;
    const auto& y_axis = one.right && right_ ? *right_ : y_;
    bool broken = true;
    for (std::size_t i = 0; i < one.x.size(); ++i) {
      const bool shown = can_show(one.x[i], one.y[i]);
      if (shown && broken) lines.emplace_back();
      if (shown) lines.back().push_back(place(one.x[i], one.y[i], y_axis));
      broken = !shown;
    }
    return reduced_lines(std::move(lines), column_width, most_points);
  }

  /// Every point of some lines by itself.
  static PlotLines separate(const PlotLines& lines) {
    PlotLines points;
    for (const auto& line : lines)
      for (const auto& point : line) points.push_back({point});
    return points;
  }

  std::string stroke(std::size_t k) const {
    const std::string dash = dashes[k / colours.size() % dashes.size()];
    return fmt::format("stroke=\"{}\"{}", colours[k % colours.size()],
                       dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"");
  }

  void draw_series() {
    for (std::size_t k = 0; k < series_.size() && !no_data_; ++k) {
      auto lines = lines_of(series_[k]);
      const auto dots = std::stable_partition(lines.begin(), lines.end(), [](const auto& l) { return l.size() > 1; });
      const auto curves = svg_path({lines.begin(), dots});
      if (!curves.empty())
        put("<path d=\"{}\" fill=\"none\" {} stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n", curves, stroke(k));
      const auto points = svg_path(options_.marks ? separate(lines) : PlotLines(dots, lines.end()));
      if (!points.empty())
        put("<path d=\"{}\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\"/>\n", points,
            colours[k % colours.size()]);
    }
  }

  const std::vector<PlotTick>& right_ticks() const {
    static const std::vector<PlotTick> none;
    return right_ ? right_->ticks : none;
  }

  void draw_frame() {
    put("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" stroke=\"#444444\"/>\n",
        frame_.left, frame_.top, frame_.width(), frame_.height());
    std::string marks;
    for (const auto& tick : x_.ticks)
      fmt::format_to(std::back_inserter(marks), "M{:.2f} {:.2f}v{}", frame_.left + tick.position * frame_.width(),
                     frame_.bottom, tick.label.empty() ? -3 : -5);
    for (const auto& tick : y_.ticks)
      fmt::format_to(std::back_inserter(marks), "M{:.2f} {:.2f}h{}", frame_.left,
                     frame_.bottom - tick.position * frame_.height(), tick.label.empty() ? 3 : 5);
    for (const auto& tick : right_ticks())
      fmt::format_to(std::back_inserter(marks), "M{:.2f} {:.2f}h{}", frame_.right,
                     frame_.bottom - tick.position * frame_.height(), tick.label.empty() ? -3 : -5);
    if (!marks.empty()) put("<path d=\"{}\" stroke=\"#444444\"/>\n", marks);
  }

  void draw_labels() {
    for (const auto& tick : x_.ticks)
      if (!tick.label.empty())
        put("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\">{}</text>\n",
            frame_.left + tick.position * frame_.width(), frame_.bottom + 18.0, tick.label);
    for (const auto& tick : y_.ticks)
      if (!tick.label.empty())
        put("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"end\">{}</text>\n", frame_.left - 7.0,
            frame_.bottom - tick.position * frame_.height() + 4.2, tick.label);
    for (const auto& tick : right_ticks())
      if (!tick.label.empty())
        put("<text x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n", frame_.right + 7.0,
            frame_.bottom - tick.position * frame_.height() + 4.2, tick.label);
    const double middle_x = frame_.left + 0.5 * frame_.width(), middle_y = frame_.top + 0.5 * frame_.height();
    put("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\" font-size=\"{}\">{}</text>\n", middle_x, height_ - 12.0,
        label_font, x_.label(options_.x_label));
    put("<text transform=\"translate(19 {:.2f}) rotate(-90)\" text-anchor=\"middle\" font-size=\"{}\">{}</text>\n",
        middle_y, label_font, y_.label(options_.y_label));
    if (right_)
      put("<text transform=\"translate({} {:.2f}) rotate(-90)\" text-anchor=\"middle\" font-size=\"{}\">{}</text>\n",
          width_ - 10, middle_y, label_font, right_->label(options_.right_label));
    if (!options_.title.empty())
      put("<text x=\"{:.2f}\" y=\"22\" font-size=\"{}\" font-weight=\"bold\">{}</text>\n", frame_.left, title_font,
          escaped_for_xml(options_.title));
    if (no_data_)
      put("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"middle\" font-size=\"{}\" fill=\"#888888\">no data</text>\n",
          middle_x, middle_y, title_font);
  }

  void draw_legend() {
    for (std::size_t k = 0; k < legend_.size(); ++k) {
      const double x = frame_.left + legend_[k].x, y = legend_[k].y;
      put("<path d=\"M{:.2f} {:.2f}h{}\" {} stroke-width=\"2\"/>\n", x, y - 4.2, legend_sample, stroke(k));
      put("<text x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n", x + legend_sample + 8.0, y, legend_[k].name);
    }
  }

  std::span<const Series> series_;
  const PlotOptions& options_;
  int width_, height_;
  bool no_data_ = false;
  PlotAxis x_, y_;
  std::optional<PlotAxis> right_;
  std::vector<LegendEntry> legend_;
  Box frame_{};
  std::string text_;
};

}  // namespace

std::string svg_plot(std::span<const Series> series, const PlotOptions& options) {
  for (const auto& one : series)
    if (one.x.size() != one.y.size())
      throw std::invalid_argument(
          fmt::format("plot: series `{}` has {} x for {} y", one.name, one.x.size(), one.y.size()));
  return Figure(series, options).draw();
}

}  // namespace percuss
