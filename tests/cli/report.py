# SPDX-License-Identifier: Apache-2.0
"""`percuss report`: the page of a run, of several, what it refuses; and in a headless Chromium, what the page does."""

import os
import re
import subprocess
import time
import unittest

from support import BALL, BAR, PERCUSS, SOURCE, CommandLineTest, history, table
from support.chromium import PROGRAM, Chromium

CRANK = SOURCE / "examples" / "03_slider_crank" / "unilateral.yaml"
SYNTHETIC = os.environ.get("PERCUSS_SYNTHETIC_REPORT", "")
EVENTS = """t,bracket,contact,kind,percussion
0.1,1e-8,floor,impact,2.5
0.2,1e-8,floor,open,
0.3,1e-8,wall,impact,0.5
"""


class Files(CommandLineTest):
    def report(self, *words, code=0):
        done = self.percuss("report", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr

    def test_the_page_lies_beside_the_results_or_where_it_is_told(self):
        out = self.run_model(BALL)
        self.report(out)
        self.assertTrue((out / "report.html").is_file())
        self.report(out, "--out", "mine.html")
        self.assertTrue((self.folder / "mine.html").is_file())
        self.report(out, out)
        self.assertTrue((self.folder / "report.html").is_file())

    def test_the_page_asks_nothing_of_a_network(self):
        out = self.run_model(BALL)
        self.report(out)
        text = (out / "report.html").read_text(encoding="utf-8")
        for wanted in (r"<(script|img|iframe|link|source)\b[^>]*\b(src|href)\s*=\s*(?![\"']?data:)", r"@import",
                       r"url\(\s*[\"']?http", r"\bfetch\(", r"XMLHttpRequest\("):
            self.assertIsNone(re.search(wanted, text[:text.index("/*! https://github.com/leeoniya/uPlot")]), wanted)

    def test_bad_folders_are_refused(self):
        empty = self.folder / "empty"
        empty.mkdir()
        for words, message in ((("none",), "no such folder"), ((empty,), "neither result.h5 nor history.csv"),
                               ((BALL,), "not a folder")):
            error = self.report(*words, "--out", "page.html", code=2)
            self.assertIn(message, error)
            self.assertIn("expected a folder written by `percuss run`", error)
            self.assertFalse((self.folder / "page.html").exists())

    def test_damaged_files_are_refused(self):
        for name, text, message in (("result.h5", "no HDF5", "result.h5"), ("summary.json", "{", "summary.json"),
                                    ("events.csv", "t,contact\n1\n", "events.csv:2")):
            out = self.run_model(BALL, "--overwrite")
            (out / name).write_text(text, encoding="utf-8")
            with self.subTest(name):
                self.assertIn(message, self.report(out, code=2))
            self.assertEqual([p.name for p in out.iterdir() if "html" in p.name], [])

    def test_a_result_that_was_cut_off_is_refused(self):
        out = self.run_model(BALL)
        whole = (out / "result.h5").read_bytes()
        (out / "result.h5").write_bytes(whole[:len(whole) // 2])
        self.assertIn("result.h5", self.report(out, code=2))

    def test_a_page_that_cannot_be_written_is_told(self):
        out = self.run_model(BALL)
        before = sorted(p.name for p in out.iterdir())
        for name, message in ((out / "result.h5", "a report is an HTML file"), (self.folder, "this is a folder"),
                              ("none/page.html", "No such file")):
            error = self.report(out, "--out", name, code=2)
            self.assertIn("--out", error)
            self.assertIn(message, error)
        self.assertEqual(sorted(p.name for p in out.iterdir()), before)

    def test_a_run_under_way_is_shown_as_far_as_it_is(self):
        running = subprocess.Popen([PERCUSS, "run", BALL, "--out", "out", "--quiet", "--set", "simulation.step=1e-6",
                                    "--set", "simulation.end_time=1000", "--set", "outputs.every=1000", "--set",
                                    "outputs.geometry={every: 100000}"],
                                   cwd=self.folder)
        try:
            for _ in range(600):
                part = self.folder / "out" / "history.csv.part"
                if part.exists() and part.read_text().count("\n") > 2:
                    break
                time.sleep(0.1)
            self.report("out")
            self.assertIsNone(running.poll())
            text = (self.folder / "out" / "report.html").read_text(encoding="utf-8")
            self.assertIn('"status":"running"', text)
        finally:
            running.kill()
            running.wait()
        self.report("out")  # killed: result.h5.part tells more
        self.assertIn('"name":"residual"', (self.folder / "out" / "report.html").read_text(encoding="utf-8"))

    def test_a_long_history_is_thinned_out(self):
        """200,000 rows of some ten columns, in full some 9 MB of digits that hardly pack."""
        out = self.run_model(BALL, "--quiet", "--set", "simulation.step=5e-6", "--set", "simulation.end_time=1.0",
                             "--set", "outputs.every=1")
        self.report(out)
        self.assertLess((out / "report.html").stat().st_size, 6e6)


@unittest.skipIf(PROGRAM is None and "PERCUSS_NEED_CHROMIUM" not in os.environ,
                 "no chromium: `./dev test --with report` installs it")
class InTheBrowser(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium().__enter__()
        cls.addClassCleanup(cls.browser.__exit__, None, None, None)

    def page(self, *folders, **options):
        """The opened report, which has complained of nothing and asked for nothing."""
        done = self.percuss("report", *folders, "--out", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.opened(self.folder / "page.html", **options)

    def opened(self, path, **options):
        page = self.browser.open(path, **options)
        self.assertEqual(page.evaluate("percussReport.errors"), [])
        self.addCleanup(lambda: self.assertEqual(page.complaints() + page.requests(), []))
        return page

    def moving_page(self, *numbers):
        self.assertTrue(SYNTHETIC, "PERCUSS_SYNTHETIC_REPORT names the program")
        path = self.folder / "moving.html"
        subprocess.run([SYNTHETIC, self.run_model(BALL), path, *map(str, numbers)], check=True)
        return self.opened(path)

    def ranges(self, page):
        return page.evaluate("[...percussReport.group.charts].map(({plot}) => [plot.scales.x.min, plot.scales.x.max])")

    def test_numbers_arrive_as_they_were(self):
        out = self.run_model(BALL)
        page = self.page(out)
        names, rows = history(out)
        shown = page.evaluate("percussReport.report.runs[0].history.map(({name, data}) => [name, ...data])")
        self.assertEqual({name: values for name, *values in shown},
                         {name: [row[i] for row in rows] for i, name in enumerate(names) if i > 0})

    def test_steps_and_dense_rows_are_plotted_with_times_of_their_own(self):
        out = self.run_model(BALL, "--set", "outputs.steps=true", "--set", "outputs.dense=0.01", "--set",
                             "simulation.control={name: error}", "--set", "simulation.scheme=half_explicit_velocity",
                             "--set", "outputs.history=[ball.nodes.first.position, energy.total]")
        page = self.page(out)
        for name in ("steps: h", "dense: ball.nodes.first.position"):
            self.assertFalse(page.evaluate(f"percussReport.plots.chosen.has('{name}')"))
            page.evaluate(f"document.querySelector('#plots [data-column=\"{name}\"] input').click()")
        sizes = table((out / "steps.csv").read_text())
        shown = page.evaluate("(({t, columns}) => [...t].map((x, i) => [x, columns[0].data[i]]))"
                              "(percussReport.report.runs[0].tables.find(({name}) => name === 'steps'))")
        self.assertEqual(shown, [[float(row["t"]), float(row["h"])] for row in sizes])
        plots = "[...percussReport.plots.charts]"
        self.assertEqual(page.evaluate(f"{plots}.map(({{plot}}) => plot.series.length - 1)"), [2, 1, 1])  # m, J, s
        page.evaluate("[...document.querySelectorAll('#plots label')].find((l) => l.textContent === 'logarithmic')"
                      ".firstChild.click()")
        self.assertEqual(page.evaluate(f"{plots}.map(({{plot}}) => plot.scales.y.distr)"), [3, 3, 3])
        self.assertEqual(page.evaluate("percussReport.errors"), [])

    def test_a_sweep_is_a_page(self):
        done = self.percuss("sweep", BALL, "--vary", "contacts.table.restitution=0.5,0,1,2", "--vary", "simulation.step=2e-3,1e-3",
                            "--collect", "max(energy.total)", "--collect", "energy.total", "--set", "simulation.end_time=0.8",
                            "--out", "sweep", "--quiet")
        self.assertEqual(done.returncode, 3, done.stdout)  # restitution 2
        self.assertIn("page in sweep/sweep.html", done.stdout)
        page = self.opened(self.folder / "sweep" / "sweep.html")
        rows = table((self.folder / "sweep" / "sweep.csv").read_text())
        series = "[...percussReport.sweep.charts].map(({plot}) => plot.data.map((column) => [...column]))"
        shown = page.evaluate(series)
        self.assertEqual(len(shown), 2)
        for chart, name in zip(shown, ("max(energy.total)", "energy.total")):
            self.assertEqual(chart[0], [0, 0.5, 1])  # sorted
            for line, step in zip(chart[1:], ("2e-3", "1e-3")):
                wanted = {float(r["contacts.table.restitution"]): float(r[name]) for r in rows
                          if r["simulation.step"] == step and r["status"].startswith("done")}
                self.assertEqual(line, [wanted[e] for e in (0, 0.5, 1)])
        page.evaluate("""(() => { const list = document.querySelector("select[aria-label=over]");
            list.value = "1"; list.dispatchEvent(new Event("change")); })()""")
        self.assertEqual([len(chart) for chart in page.evaluate(series)], [4, 4])  # steps, and a line for each restitution
        numbers = "[...document.querySelectorAll('#runs tbody tr')].map(({dataset}) => Number(dataset.run))"
        self.assertEqual(page.evaluate(numbers), list(range(1, 9)))
        heads = "document.querySelectorAll('#runs thead button')"
        page.evaluate(f"{heads}[1].click()")
        self.assertEqual(page.evaluate(numbers), [3, 4, 1, 2, 5, 6, 7, 8])
        page.evaluate(f"{heads}[1].click()")
        self.assertEqual(page.evaluate(numbers), [7, 8, 5, 6, 1, 2, 3, 4])
        link = page.evaluate("decodeURIComponent(document.querySelector('#runs tbody tr a').getAttribute('href'))")
        self.assertTrue((self.folder / "sweep" / link).is_dir(), link)
        self.assertIn("2 of 8 runs not done", page.evaluate("document.querySelector('header').textContent"))

    def test_plots_are_drawn_and_share_zoom_pan_and_time(self):
        page = self.page(self.run_model(BALL))
        self.assertGreater(page.evaluate("""(() => { const canvas = document.querySelector("#plots canvas");
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.filter((x, i) => i % 4 === 3 && x > 0).length; })()"""), 500)
        whole = self.ranges(page)
        left, top, width, _ = page.box("#plots .u-over")
        at = lambda share: (left + share * width, top + 60)
        page.drag(at(0.2), at(0.6))
        zoomed = self.ranges(page)
        self.assertEqual(zoomed, [zoomed[0]] * len(whole))
        self.assertAlmostEqual(zoomed[0][1] - zoomed[0][0], 0.4 * (whole[0][1] - whole[0][0]), delta=0.02)
        page.drag(at(0.6), at(0.5), shift=True)
        self.assertAlmostEqual(self.ranges(page)[-1][0] - zoomed[0][0], 0.04 * (whole[0][1] - whole[0][0]), delta=0.01)
        page.drag(at(0.5), at(0.5))
        low, high = self.ranges(page)[0]
        self.assertAlmostEqual(page.evaluate("percussReport.clock.t"), 0.5 * (low + high), delta=0.01)

    def test_columns_are_chosen_from_a_list(self):
        page = self.page(self.run_model(BALL))
        count = "document.querySelectorAll('#plots .u-legend .u-series').length"
        page.evaluate("document.querySelectorAll('#plots .buttons button')[1].click()")
        self.assertEqual(page.evaluate(count), 0)
        page.evaluate("document.querySelector('#plots .columns input').click()")
        self.assertEqual(page.evaluate(count), 2)  # the time and one column
        page.evaluate("""(() => { const filter = document.querySelector("#plots input[type=search]");
            filter.value = "no such column"; filter.dispatchEvent(new Event("input")); })()""")
        self.assertEqual(page.evaluate("document.querySelectorAll('#plots .columns label:not([hidden])').length"), 0)

    def test_certificates_are_lights(self):
        page = self.page(self.run_model(BALL, "--set", "simulation.certificates.penetration=1e3",
                                        "--set", "simulation.certificates.energy_error=1e-30", code=4))
        states = page.evaluate("[...document.querySelectorAll('td.certificate')].map((cell) => cell.dataset.state)")
        self.assertEqual(states, ["free", "free", "good", "free", "bad", "good", "good", "good"])
        self.assertEqual(page.evaluate("document.querySelector('.badge').textContent"), "certificate broken")

    def test_events_lead_to_their_time(self):
        out = self.run_model(BALL)
        (out / "events.csv").write_text(EVENTS, encoding="utf-8")
        page = self.page(out)
        rows = "document.querySelectorAll('#events .event-rows .event-row')"
        self.assertEqual(page.evaluate(f"{rows}.length"), 3)
        page.evaluate(f"{rows}[1].click()")
        self.assertEqual(page.evaluate("percussReport.clock.t"), 0.2)
        page.evaluate("""(() => { const list = document.querySelector("#events select[aria-label=kind]");
            list.value = "impact"; list.dispatchEvent(new Event("change")); })()""")
        self.assertEqual(page.evaluate(f"[...{rows}].map((row) => row.firstChild.textContent)"), ["0.1", "0.3"])
        self.assertEqual(page.evaluate("percussReport.group.marks"), [0.1, 0.3])

    def test_runs_are_compared(self):
        for name, step in (("a", 1e-3), ("b", 3e-4)):
            self.run_model(BALL, "--set", f"simulation.step={step}", out=name)
        page = self.page("a", "b")
        labels = page.evaluate("[...document.querySelectorAll('#plots .u-legend .u-label')].map((one) => one.textContent)")
        self.assertTrue(any(label.startswith("a: ") for label in labels) and any(label.startswith("b: ") for label in labels))
        self.assertEqual(page.evaluate("document.querySelectorAll('#certificates thead th').length"), 3)

    def test_runs_of_different_models_are_compared(self):
        page = self.page(self.run_model(BALL, out="ball"), self.run_model(BAR, out="bar"))
        self.assertGreater(page.evaluate("percussReport.group.charts.size"), 0)

    def test_odd_histories_are_shown(self):
        out = self.run_model(BALL)
        (out / "result.h5").unlink()
        for text in ("t,a,b\n0.5,1,nan\n", "t\n0\n1\n", "t,a\n", "t,a,b\n0,nan,inf\n1,nan,2\n"):
            (out / "history.csv").write_text(text, encoding="utf-8")
            with self.subTest(text):
                page = self.page(out)
                self.assertEqual(page.evaluate("percussReport.errors"), [])

    def test_the_slider_moves_bodies_and_the_picture_is_not_empty(self):
        page = self.moving_page()
        self.assertGreater(page.evaluate("percussReport.scene.paintedPixels()"), 1000)
        before = page.evaluate("percussReport.scene.positions()")
        left, top, width, height = page.box("#time-slider")
        page.drag((left + 6, top + height / 2), (left + 0.5 * width, top + height / 2))
        self.assertGreater(page.evaluate("percussReport.clock.t"), 0)
        self.assertNotEqual(page.evaluate("percussReport.scene.positions()"), before)
        page.evaluate("document.querySelector('.player button').click()")
        page.wait("percussReport.clock.t > 0.8 * percussReport.clock.end")

    def test_a_run_with_pictures_moves(self):
        page = self.page(self.run_model(BALL, "--set", "outputs.geometry={every: 100}"))
        self.assertEqual(page.evaluate("percussReport.errors"), [])
        page.evaluate("percussReport.clock.set(0)")
        before = page.evaluate("percussReport.scene.positions()")
        page.evaluate("percussReport.clock.set(0.1)")
        self.assertNotEqual(page.evaluate("percussReport.scene.positions()"), before)

    def test_arrows_colours_and_deformation(self):
        page = self.moving_page()
        page.evaluate("percussReport.clock.set(0)")
        self.assertGreater(page.evaluate("percussReport.scene.arrows.shown"), 0)
        page.evaluate("percussReport.scene.set('contacts', false)")
        self.assertEqual(page.evaluate("percussReport.scene.arrows.shown"), 0)
        beam = "[...percussReport.scene.bodies.at(-1).parts[0].arrays.{}]"
        page.evaluate("percussReport.clock.set(0.2)")
        for option, value, attribute in (("deformation", "30", "position"), ("field", "'height'", "color")):
            before = page.evaluate(beam.format(attribute))
            page.evaluate(f"percussReport.scene.set('{option}', {value})")
            self.assertNotEqual(page.evaluate(beam.format(attribute)), before)

    def test_a_long_motion_is_small(self):
        self.moving_page(1000, 20)  # 2 bytes for each of 140,000 numbers, were nothing in them smooth
        self.assertLess((self.folder / "moving.html").stat().st_size, 1.2e6)

    def test_the_dark_page_stands(self):
        page = self.page(self.run_model(CRANK), dark=True)
        self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(18, 22, 28)")


if __name__ == "__main__":
    unittest.main()
