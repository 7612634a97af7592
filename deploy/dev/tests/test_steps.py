"""Steps side by side: each is waited for, shown and counted, and Ctrl-C ends them all."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

SAY = pathlib.Path(__file__).resolve().parents[1] / "lib/say.sh"


class Steps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = pathlib.Path(folder.name)

    def start(self, script: str) -> subprocess.Popen:
        words = ["bash", "-uo", "pipefail", "-c", f'. "$0" check; {script}', str(SAY)]
        # started in the background, this process may be deaf to Ctrl-C, which bash cannot mend once it has inherited it
        hears = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        environment = os.environ | {"DEV_STATE": str(self.state)}
        run = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True, preexec_fn=hears)
        self.addCleanup(run.stdout.close)
        # whatever a failed test leaves would keep a core busy for as long as the machine runs
        self.addCleanup(lambda: run.poll() is None and os.killpg(run.pid, signal.SIGKILL))
        return run

    def answer(self, script: str) -> list[str]:
        output, _ = self.start(script).communicate(timeout=20)
        return [line for line in output.splitlines() if line]

    def test_one_runs_beside_the_others_and_is_shown_when_it_is_waited_for(self):
        said = self.answer('beside "long" sh -c "sleep 0.4; echo late"; step "quick" echo at once; joined "long" && echo "all well"')
        self.assertEqual([line for line in said if line in ("at once", "late", "all well")], ["at once", "late", "all well"])
        steps = (self.state / "reports/check/steps.tsv").read_text(encoding="utf-8").splitlines()
        self.assertEqual([line.split("\t")[0::2] for line in steps], [["quick", "good"], ["long", "good"]])

    def test_the_failure_of_one_fails_those_it_is_waited_for_with_and_no_other(self):
        said = self.answer('beside "good" true; beside "bad" sh -c "echo why; exit 3"; joined "bad" "good" || echo "told"; joined "good" && echo "still good"')
        self.assertLess(said.index("why"), said.index("told"))
        self.assertIn("still good", said)
        self.assertIn("bad\t0\tFAILED", (self.state / "reports/check/steps.tsv").read_text(encoding="utf-8"))

    def test_ctrl_c_leaves_nothing_behind(self):
        late = self.state / "late"
        run = self.start(f'beside "long" sh -c "sleep 3; touch {late}"; step "waits" sh -c "echo waiting; sleep 30"')
        self.assertTrue(any(line == "waiting\n" for line in run.stdout))
        # bash 5.2 and 5.3 go round in circles when the signal comes in the microsecond in which they begin to wait (jobs.c,
        # old_sigint_handler): not what is tested here
        time.sleep(0.3)
        os.killpg(run.pid, signal.SIGINT)
        run.communicate(timeout=5)
        self.assertNotEqual(run.returncode, 0)
        time.sleep(3.2)
        self.assertFalse(late.exists())


if __name__ == "__main__":
    unittest.main()
