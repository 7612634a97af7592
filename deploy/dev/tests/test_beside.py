"""Two builds at the same time: both are waited for, and neither outlives the other's failure."""

import pathlib
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

from house import Trouble  # noqa: E402
from supervise import beside, command  # noqa: E402


class Beside(unittest.TestCase):
    def test_both_are_waited_for(self):
        began = time.monotonic()
        with beside(["sleep", "0.6"]) as check:
            command(["sleep", "0.2"], meanwhile=check)
        self.assertGreaterEqual(time.monotonic() - began, 0.6)

    def test_the_failure_of_the_one_ends_the_other(self):
        began = time.monotonic()
        with self.assertRaisesRegex(Trouble, "exit code 3"), beside(["sh", "-c", "exit 3"]) as check:
            command(["sleep", "60"], meanwhile=check)
        self.assertLess(time.monotonic() - began, 10)

    def test_the_failure_of_the_other_ends_the_one(self):
        with tempfile.TemporaryDirectory() as folder:
            late = pathlib.Path(folder) / "late"
            with self.assertRaisesRegex(Trouble, "exit code 4"), beside(["sh", "-c", f"sleep 1; touch {late}"]) as check:
                command(["sh", "-c", "exit 4"], meanwhile=check)
            time.sleep(1.5)
            self.assertFalse(late.exists())

    def test_one_that_fails_last_is_heard(self):
        with self.assertRaisesRegex(Trouble, "exit code 5"), beside(["sh", "-c", "sleep 0.5; exit 5"]):
            pass


if __name__ == "__main__":
    unittest.main()
