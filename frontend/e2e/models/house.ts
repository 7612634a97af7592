import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HOUSE = fileURLToPath(new URL('../../../deploy/dev/run', import.meta.url));

/** Runs the internal tool of the house that runs here (`make run`, or the one around `deploy/dev/run with`). */
export async function tool(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(HOUSE, ['ctl', ...words]);
  return stdout.trim();
}
