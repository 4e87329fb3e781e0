# SPDX-License-Identifier: Apache-2.0
"""Opens pages in a headless Chromium and asks them questions, by its debugging protocol over two pipes."""

import base64
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--hide-scrollbars",
           "--no-first-run", "--disable-extensions", "--disable-background-networking", "--force-color-profile=srgb",
           "--remote-debugging-pipe"]


class Chromium:
    """with Chromium() as browser: page = browser.open(path)"""

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="percuss_chromium_")
        commands, self.to = os.pipe()
        self.answers, back = os.pipe()

        def take_pipes():  # the browser reads 3 and writes 4
            first, second = os.dup(commands), os.dup(back)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen([PROGRAM, *OPTIONS, f"--user-data-dir={self.profile}"], preexec_fn=take_pipes,
                                        close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(back)
        self.buffer, self.numbers, self.events = b"", itertools.count(1), []
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(timeout=10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """The result of one command; events on the way collect in `events`."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self._receive()
            if answer.get("id") != number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _receive(self, patience=30):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], patience)[0]:
                raise RuntimeError("the browser does not answer")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def open(self, path, width=1280, height=900, dark=False):
        """The page of a file, when its report stands."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        page = Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        page.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        page.wait("window.percussReport && (window.percussReport.ready || window.percussReport.errors.length > 0)")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        return page


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        """The value of a JavaScript expression, a promise awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, expression, patience=60):
        deadline = time.monotonic() + patience
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the page never gets to {expression}")
            time.sleep(0.02)

    def box(self, selector):
        """Left, top, width and height of an element, scrolled into view."""
        return self.evaluate(f"""(() => {{ const node = document.querySelector({json.dumps(selector)});
            node.scrollIntoView({{block: "center"}});
            const box = node.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }})()""")

    def drag(self, start, end, shift=False):
        """Mouse down at `start`, over to `end`, up."""
        steps = [("mouseMoved", start, "none"), ("mousePressed", start, "left"), ("mouseMoved", end, "left"),
                 ("mouseReleased", end, "left")]
        for kind, (x, y), button in steps:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1,
                      buttons=1 if button == "left" and kind != "mouseReleased" else 0, modifiers=8 if shift else 0)

    def complaints(self):
        """Everything that the page has told the console as a warning or an error."""
        found = []
        for event in self.browser.events:
            parameters = event.get("params", {})
            if event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters["exceptionDetails"])[:500])
            if event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                found.append(json.dumps(parameters["args"])[:500])
        return found

    def requests(self):
        """Addresses that the page has asked for, itself and data: left out."""
        return [url for url in (event["params"]["request"]["url"] for event in self.browser.events
                                if event.get("method") == "Network.requestWillBeSent")
                if not url.startswith(("file:", "data:", "blob:"))]

    def screenshot(self, path):
        """What is in view, as a PNG file."""
        image = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(image))
