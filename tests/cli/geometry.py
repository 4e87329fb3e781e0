# SPDX-License-Identifier: Apache-2.0
"""Pictures of runs, result.vtkhdf and result.xmf: read as VTK reads them, and by ParaView where it is installed."""

import json
import math
import os
import shutil
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

import h5py
import numpy

from support import BAR, PERCUSS, SOURCE, CommandLineTest, history

EXAMPLES = SOURCE / "examples"
TOPOLOGIES = ("Vertices", "Lines", "Polygons", "Strips")
EVERY = ("--set", "outputs.geometry={every: 20}")
BLOCK = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 0.2}
bodies:
  block: {type: rigid_body_planar, mass: 2.0, inertia: 0.1, position: [0.0, 0.5], velocity: [1.0, 0.0],
          shape: {box: [0.4, 0.2]}}
contacts:
  left: {type: node_wall, body: block, point: [-0.2, -0.1], normal: [0.0, 1.0], friction: 0.3}
  right: {type: node_wall, body: block, point: [0.2, -0.1], normal: [0.0, 1.0], friction: 0.3}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
outputs:
  every: 10
  history: [block.x, block.y, block.phi, left.force, right.force, left.percussion]
  geometry: {every: 10, fields: [displacement, velocity]}
"""
# Frames of 1250 points, which are packed.
DISCS = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 0.2}
bodies:
  discs: {type: discs, count: 50, radius: [0.01, 0.02], density: 1.0, speed: 1.0, angular_speed: 3.0}
outputs:
  every: 100000
  history: [energy.kinetic]
  geometry: {every: 10}
"""


class Picture:
    """A block of a temporal VTKHDF file at one step, by the rules of VTK's reader for poly data: offsets of the step,
    counts of its part, cells from their offsets on."""

    def __init__(self, file, name, step):
        block = file["VTKHDF"][name]
        steps = block["Steps"]
        part, parts = int(steps["PartOffsets"][step]), int(steps["NumberOfParts"][step])
        assert parts == 1, parts
        first, count = int(steps["PointOffsets"][step]), int(block["NumberOfPoints"][part])
        self.t = float(steps["Values"][step])
        self.points = block["Points"][first : first + count]
        assert len(self.points) == count
        self.fields = {key: data[first : first + count] for key, data in block["PointData"].items()}
        self.cells = {}
        for i, kind in enumerate(TOPOLOGIES):
            group = block[kind]
            cells = int(group["NumberOfCells"][part])
            ids = int(group["NumberOfConnectivityIds"][part])
            begin = int(steps["CellOffsets"][step][i])
            offsets = group["Offsets"][begin : begin + cells + 1]
            start = int(steps["ConnectivityIdOffsets"][step][i])
            connectivity = group["Connectivity"][start : start + ids]
            assert len(offsets) == cells + 1 and len(connectivity) == ids and offsets[-1] == ids
            self.cells[kind] = [connectivity[a:b] for a, b in zip(offsets[:-1], offsets[1:])]
            for cell in self.cells[kind]:
                assert all(0 <= point < count for point in cell), (name, kind, cell)


def blocks(file):
    """Names of blocks in the order of their index; the assembly links to each of them."""
    root = file["VTKHDF"]
    assert root.attrs["Type"] == b"PartitionedDataSetCollection" and list(root.attrs["Version"]) == [2, 2]
    names = [name for name in root if name != "Assembly"]
    for name in names:
        assert root[name].attrs["Type"] == b"PolyData"
        assert root["Assembly"].get(name, getlink=True).path == "/VTKHDF/" + name
    assert sorted(root["Assembly"]) == sorted(names)
    names.sort(key=lambda name: root[name].attrs["Index"])
    assert [root[name].attrs["Index"] for name in names] == list(range(len(names)))
    return names


def frames(file):
    counts = {int(file["VTKHDF"][name]["Steps"].attrs["NSteps"]) for name in blocks(file)}
    assert len(counts) == 1, counts
    return counts.pop()


class PictureTest(CommandLineTest):
    def opened(self, out, name="result.vtkhdf"):
        file = h5py.File(out / name)
        self.addCleanup(file.close)
        return file

    def row(self, out, t):
        header, rows = history(out)
        found = min(rows, key=lambda row: abs(row[0] - t))
        self.assertAlmostEqual(found[0], t, delta=1e-12)
        return dict(zip(header, found))

    def check_all_blocks(self, file):
        for name in blocks(file):
            for step in range(0, frames(file), max(1, frames(file) // 3)):
                self.assertTrue(numpy.isfinite(Picture(file, name, step).points).all(), name)


class Pictures(PictureTest):
    def test_impacting_bar(self):
        out = self.run_model(BAR, "--set", "outputs.geometry={every: 100}", "--set",
                             "outputs.history=[bar.nodes.last.displacement, bar.nodes.first.velocity, wall.force]")
        file = self.opened(out)
        self.assertEqual(blocks(file), ["bar", "wall", "contacts"])
        self.assertEqual(frames(file), 101)  # the start and every 100th of 10000 steps
        self.check_all_blocks(file)
        nodes = len(Picture(file, "bar", 0).points)
        touched = False
        for step in range(0, 101, 5):
            picture = Picture(file, "bar", step)
            self.assertEqual([len(cell) for cell in picture.cells["Lines"]], [nodes])
            row = self.row(out, picture.t)
            self.assertAlmostEqual(picture.fields["displacement"][-1][0], row["bar.nodes.last.displacement"], delta=1e-9)
            self.assertAlmostEqual(picture.fields["velocity"][0][0], row["bar.nodes.first.velocity"], delta=1e-6)
            contacts = Picture(file, "contacts", step)
            if len(contacts.points) == 0:
                continue
            touched = True
            force = row["wall.force"]
            self.assertAlmostEqual(contacts.fields["normal_force"][0][0], force, delta=1e-6 * abs(force))
        self.assertTrue(touched)

    def test_slider_crank(self):
        model = EXAMPLES / "03_slider_crank" / "unilateral.yaml"
        out = self.run_model(model, *EVERY, "--set", "simulation.end_time=0.02", "--set",
                             "outputs.history=[mechanism.theta1, mechanism.theta2]")
        file = self.opened(out)
        self.check_all_blocks(file)
        name = blocks(file)[0]
        for step in (0, frames(file) // 2, frames(file) - 1):
            picture = Picture(file, name, step)
            row = self.row(out, picture.t)
            tip = 0.153 * numpy.array([math.cos(row["mechanism.theta1"]), math.sin(row["mechanism.theta1"])])
            nearest = numpy.abs(picture.points[:, :2] - tip).max(axis=1).min()
            self.assertLess(nearest, 1e-7)

    def test_woodpecker(self):
        folder = EXAMPLES / "07_woodpecker"
        out = self.run_model(sorted(folder.glob("*.yaml"))[0], *EVERY, "--set", "simulation.end_time=0.05", "--set",
                             "outputs.history=[bird.y]")
        file = self.opened(out)
        self.check_all_blocks(file)
        moved = Picture(file, blocks(file)[0], frames(file) - 1)
        first, last = self.row(out, 0.0), self.row(out, moved.t)
        fallen = moved.fields["displacement"][:, 1]
        self.assertTrue(numpy.isclose(fallen, last["bird.y"] - first["bird.y"], atol=1e-7).any())

    def test_discs(self):
        folder = EXAMPLES / "09_mixing_discs"
        out = self.run_model(sorted(folder.glob("*.yaml"))[0], "--set", "outputs.geometry={every: 5}", "--set",
                             "simulation.end_time=0.01", "--set",
                             "outputs.history=[left.nodes.5.position.x, left.nodes.5.position.y]", "--set",
                             "outputs.every=1")
        file = self.opened(out)
        self.check_all_blocks(file)
        picture = Picture(file, "left", frames(file) - 1)
        circles = picture.cells["Polygons"]
        row = self.row(out, picture.t)
        centre = picture.points[circles[5]].mean(axis=0)
        self.assertAlmostEqual(centre[0], row["left.nodes.5.position.x"], delta=1e-6)
        self.assertAlmostEqual(centre[1], row["left.nodes.5.position.y"], delta=1e-6)

    def test_a_block_with_two_feet(self):
        self.write("block.yaml", BLOCK)
        out = self.run_model("block.yaml", "--set", "simulation.end_time=0.5")
        file = self.opened(out)
        self.assertEqual(blocks(file), ["block", "left", "right", "contacts"])
        names = file["contact_names"][()].decode().split()
        self.assertEqual(names, ["left", "right"])
        last = frames(file) - 1
        picture = Picture(file, "block", last)
        row = self.row(out, picture.t)
        self.assertAlmostEqual(picture.points.mean(axis=0)[0], row["block.x"], delta=1e-6)
        contacts = Picture(file, "contacts", last)
        self.assertEqual(len(contacts.points), 2)
        for k, name in enumerate(names):
            self.assertEqual(contacts.fields["contact"][k], k)
            self.assertAlmostEqual(contacts.fields["normal_force"][k][1], row[name + ".force"], delta=1e-5)
        # what the floor has done to the block: it has stopped falling, in all frames together
        up = sum(Picture(file, "contacts", i).fields["percussion"][:, 1].sum() for i in range(frames(file)))
        self.assertAlmostEqual(up, 2.0 * 9.81 * 0.5, delta=1e-4)

    def test_xdmf_points_at_what_is_there(self):
        self.write("block.yaml", BLOCK)
        out = self.run_model("block.yaml", "--set", "simulation.end_time=0.5")
        file = self.opened(out)
        root = xml.etree.ElementTree.parse(out / "result.xmf").getroot()
        grids = root.findall("./Domain/Grid/Grid")
        self.assertEqual(len(grids), frames(file))
        for i, grid in enumerate(grids):
            self.assertEqual(float(grid.find("Time").get("Value")), file["steps/values"][i])
            for item in grid.iter("DataItem"):
                name, _, rest = item.text.strip().partition(":/")
                path, _, slab = rest.partition("|")
                self.assertEqual(name, "result.vtkhdf")
                shape = file[path].shape
                if slab:
                    first, stride, count, extents = [[int(n) for n in part.split()] for part in slab.split(":")]
                    self.assertEqual(item.get("Dimensions"), " ".join(map(str, count)))
                    for a, n, extent in zip(first, count, shape):
                        self.assertLessEqual(a + n, extent)

    def killed(self, model, every):
        """The folder of a run that was killed after some flushes."""
        out = self.folder / "out"
        words = ["run", model, "--out", "out", "--set", "simulation.end_time=1e4", "--set",
                 f"outputs.geometry.every={every}"]
        run = subprocess.Popen([PERCUSS, *words], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            part = out / "result.xmf.part"
            deadline = time.monotonic() + 60
            sizes = set()
            while time.monotonic() < deadline and len(sizes) < 4:  # the file as it is made, and three flushes
                time.sleep(0.05)
                if part.exists():
                    sizes.add(part.stat().st_size)
            time.sleep(0.3)  # not while it is being written
        finally:
            run.send_signal(signal.SIGKILL)
            run.wait()
        return out

    def check_what_was_flushed(self, model, every):
        out = self.killed(model, every)
        file = self.opened(out, "result.vtkhdf.part")
        count = frames(file)
        self.assertGreater(count, 5)
        self.check_all_blocks(file)
        text = (out / "result.xmf.part").read_text()
        self.assertIn("result.vtkhdf.part:/bodies/points", text)
        self.assertEqual(len(xml.etree.ElementTree.fromstring(text).findall("./Domain/Grid/Grid")), count)
        # as those of a run that was not killed, to the last bit
        whole = self.opened(self.run_model(model, "--set", f"simulation.end_time={file['steps/values'][-1]}", "--set",
                                           f"outputs.geometry.every={every}", out="whole"))
        self.assertEqual(frames(whole), count)
        for name in ("bodies/points", "bodies/fields/velocity", "VTKHDF/contacts/PointData/percussion"):
            self.assertTrue(numpy.array_equal(file[name][()], whole[name][()]), name)

    def test_a_killed_run_leaves_what_was_flushed(self):
        self.write("block.yaml", BLOCK)
        self.check_what_was_flushed("block.yaml", 100)

    def test_a_killed_run_leaves_large_frames_as_they_were(self):
        self.write("discs.yaml", DISCS)
        self.check_what_was_flushed("discs.yaml", 20)

    def same_pictures(self, a, b):
        one, other = self.opened(a), self.opened(b)
        found = []
        one.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Dataset) else None)
        for name in found:
            self.assertTrue(numpy.array_equal(one[name][()], other[name][()]), name)
        self.assertEqual((a / "result.xmf").read_text(), (b / "result.xmf").read_text())
        self.assertEqual(frames(one), frames(other))

    def test_a_resumed_run_has_the_same_pictures(self):
        self.write("block.yaml", BLOCK)
        whole = self.run_model("block.yaml", "--set", "simulation.end_time=0.6", out="whole")
        self.run_model("block.yaml", "--set", "simulation.end_time=0.4", "--checkpoint-every", "0.1s")
        done = self.percuss("resume", "out", "--until", "0.6")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.same_pictures(whole, self.folder / "out")

    def test_wrong_inputs(self):
        self.write("block.yaml", BLOCK)
        for setting, expected in {
                "outputs.geometry={every: 10, fields: [velocty]}": ("points have no field `velocty`", "did you mean `velocity`"),
                "outputs.geometry={every: 10, fields: [velocity, velocity]}": ("`velocity` stands twice",),
                "outputs.geometry={every: 10, fields: velocity}": ("this is not a list",),
                "outputs.geometry={every: 0}": ("outputs.geometry.every",),
                "outputs.geometry={fields: [velocity]}": ("missing key `every`",),
                "outputs.geometry={every: 10, contact: true}": ("did you mean `contacts`",)}.items():
            done = self.percuss("run", "block.yaml", "--out", "bad", "--set", setting)
            self.assertEqual(done.returncode, 2, setting)
            for words in expected:
                self.assertIn(words, done.stderr, setting)
            self.assertFalse((self.folder / "bad" / "result.vtkhdf").exists())


# What ParaView makes of files at the first, the middle and the last of their times, a line for each file.
READ = """
import json, sys
from paraview.simple import OpenDataFile, servermanager
from vtkmodules.util.numpy_support import vtk_to_numpy
for path in sys.argv[1:]:
    reader = OpenDataFile(path)
    times = list(reader.TimestepValues)
    frames = []
    for step in (0, len(times) // 2, len(times) - 1):
        reader.UpdatePipeline(times[step])
        found = []
        blocks = servermanager.Fetch(reader).NewIterator()
        blocks.InitTraversal()
        while not blocks.IsDoneWithTraversal():
            block = blocks.GetCurrentDataObject()
            fields = block.GetPointData()
            found.append({"points": vtk_to_numpy(block.GetPoints().GetData()).tolist(), "cells": block.GetNumberOfCells(),
                          "fields": {fields.GetArrayName(i): vtk_to_numpy(fields.GetArray(i)).tolist()
                                     for i in range(fields.GetNumberOfArrays())}})
            blocks.GoToNextItem()
        frames.append({"step": step, "blocks": found})
    print("FOUND " + json.dumps({"times": times, "frames": frames}))
"""


def off_bar(row, shown):
    return shown["bar"].fields["displacement"][-1, 0] - row["bar.nodes.last.displacement"]


def off_crank(row, shown):
    tip = 0.153 * numpy.array([math.cos(row["mechanism.theta1"]), math.sin(row["mechanism.theta1"])])
    return numpy.abs(shown["mechanism"].points[:, :2] - tip).max(axis=1).min()


def off_woodpecker(row, shown):
    fallen = numpy.concatenate([block.fields["displacement"][:, 1] for block in shown.values()])
    return numpy.abs(fallen - (row["bird.y"] - row["start"])).min()


def off_disc(row, shown):
    circle = shown["left"].cells["Polygons"][5]
    return shown["left"].points[circle, 0].mean() - row["left.nodes.5.position.x"]


# Models, settings, and how far what is shown is from the row of the history at that time.
SHOWN = {
    "02_impacting_bar/bar.yaml": (off_bar, "outputs.geometry={every: 2000}", "outputs.history=[bar.nodes.last.displacement]"),
    "03_slider_crank/unilateral.yaml": (off_crank, "outputs.geometry={every: 200}", "simulation.end_time=0.02",
                                        "outputs.history=[mechanism.theta1]"),
    "07_woodpecker/woodpecker.yaml": (off_woodpecker, "outputs.geometry={every: 20}", "simulation.end_time=0.05",
                                      "outputs.history=[bird.y]"),
    "09_mixing_discs/discs.yaml": (off_disc, "outputs.geometry={every: 5}", "outputs.every=5", "simulation.end_time=0.02",
                                   "outputs.history=[left.nodes.5.position.x]"),
    "11_stack/stack.yaml": (lambda row, shown: shown["box3"].points[:, 1].mean() - row["box3.y"],
                            "outputs.geometry={every: 50}", "outputs.every=50", "simulation.end_time=0.2",
                            "outputs.history=[box3.y]")}


class Shown:
    """The share of a block in what ParaView has read: the points of all blocks stand one after the other."""

    def __init__(self, picture, points, fields):
        self.points, self.fields, self.cells = points, fields, picture.cells


@unittest.skipIf(shutil.which("pvpython") is None and "PERCUSS_NEED_PARAVIEW" not in os.environ,
                 "no ParaView: `./dev test --with paraview` installs it")
class InParaView(PictureTest):
    """result.xmf of five examples, by ParaView's own reader."""

    def test_what_is_shown_is_what_the_history_tells(self):
        outs = [self.run_model(EXAMPLES / model, *(word for setting in settings for word in ("--set", setting)),
                               out=model.split("/")[0]) for model, (_, *settings) in SHOWN.items()]
        done = subprocess.run(["pvpython", self.write("read.py", READ), *(out / "result.xmf" for out in outs)], text=True,
                              capture_output=True, timeout=600)
        lines = [line[6:] for line in done.stdout.splitlines() if line.startswith("FOUND ")]
        self.assertEqual(len(lines), len(SHOWN), done.stdout[-2000:] + done.stderr[-2000:])
        self.touched = 0  # contact points that were compared
        for out, line, (model, (difference, *_)) in zip(outs, lines, SHOWN.items()):
            with self.subTest(model):
                self.compare(out, json.loads(line), difference)
        self.assertGreater(self.touched, 0)

    def same_block(self, block, pictures):
        """Points and fields of a grid, which are those of the pictures, one after the other."""
        points = numpy.array(block["points"], dtype=numpy.float32)
        self.assertTrue(numpy.array_equal(points, numpy.vstack([picture.points for picture in pictures])))
        self.assertEqual(block["cells"], sum(len(kind) for picture in pictures for kind in picture.cells.values()))
        fields = {name: numpy.array(values, dtype=numpy.float32) for name, values in block["fields"].items()}
        for name, values in fields.items():
            self.assertTrue(numpy.array_equal(values, numpy.concatenate([picture.fields[name] for picture in pictures])), name)
        return points, fields

    def compare(self, out, found, difference):
        file = self.opened(out)
        self.assertEqual(found["times"], list(file["steps/values"]))
        names = [name for name in blocks(file) if name != "contacts"]
        for frame in found["frames"]:
            pictures = [Picture(file, name, frame["step"]) for name in names]
            bodies, *contacts = frame["blocks"]
            points, fields = self.same_block(bodies, pictures)
            touching = Picture(file, "contacts", frame["step"])
            if len(touching.points) > 0:
                self.same_block(contacts[0], [touching])
                self.touched += len(touching.points)
            shown, first = {}, 0
            for name, picture in zip(names, pictures):
                own = slice(first, first + len(picture.points))
                shown[name] = Shown(picture, points[own], {key: values[own] for key, values in fields.items()})
                first = own.stop
            row = {**self.row(out, pictures[0].t), "start": history(out)[1][0][-1]}
            self.assertLess(abs(difference(row, shown)), 1e-6)


if __name__ == "__main__":
    unittest.main()
