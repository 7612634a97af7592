import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What runs the product, and `ctl` with it. */
const HOUSE = process.env['PISHKHAN_HOUSE'] ?? fileURLToPath(new URL('../../../deploy/dev/run', import.meta.url));

/** Runs the internal tool of the house that runs here (`make run`, or the one around `deploy/dev/run with`). */
export const tool = (...words: readonly string[]): Promise<string> => toolWith({}, ...words);

/** The same with more in its environment. */
export async function toolWith(more: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(HOUSE, ['ctl', ...words], { env: { ...process.env, ...more } });
  return stdout.trim();
}
