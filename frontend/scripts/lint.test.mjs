import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const here = resolve(import.meta.dirname, '..');
const CONFIG = `
import tseslint from 'typescript-eslint';
export default [{
  files: ['**/*.ts'],
  plugins: { typed: tseslint.plugin },
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
  rules: { 'typed/no-floating-promises': 'error' },
}];
`;

let project = '';
const write = (files) => Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(project, name), text)));

/** What lint says of the project, and whether it was content. */
const lint = () =>
  new Promise((done) => {
    execFile(process.execPath, [join(here, 'scripts/lint.mjs'), project], (error, stdout, stderr) => {
      done({ content: error === null, said: `${stdout}${stderr}` });
    });
  });

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'lint-'));
  await symlink(join(here, 'node_modules'), join(project, 'node_modules'));
  await write({
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{}',
    'tsconfig.json':
      '{ "compilerOptions": { "noEmit": true, "strict": true, "types": [], "lib": ["ES2022"], "skipLibCheck": true, "isolatedModules": true }, "include": ["*.ts"] }',
    'eslint.config.mjs': CONFIG,
    'far.ts': 'export const load = (): number => 1;\n',
    'between.ts': "import { load } from './far';\nexport const again = () => load();\n",
    'near.ts': "import { again } from './between';\nagain();\n",
    'apart.ts': 'export const apart = 1;\n',
  });
});

afterEach(() => rm(project, { recursive: true }));

it('looks again at what a change reaches, as often as it is not content', async () => {
  expect(await lint()).toEqual({ content: true, said: 'types and lints of 4 of 4 files\n' });
  expect(await lint()).toEqual({ content: true, said: 'types and lints of 0 of 4 files\n' });

  // the mistake comes about two files away, in one that nobody touched
  await write({ 'far.ts': 'export const load = (): Promise<number> => Promise.resolve(1);\n' });
  for (let run = 1; run <= 2; run += 1) {
    const { content, said } = await lint();
    expect(content).toBe(false);
    expect(said).toContain('3 of 4 files');
    expect(said).toMatch(/near\.ts\n.*no-floating-promises/);
  }

  await write({
    'near.ts': "import { again } from './between';\nvoid again();\n",
    'apart.ts': 'export const apart: string = 1;\n',
  });
  const { content, said } = await lint();
  expect(content).toBe(false);
  expect(said).toMatch(/apart\.ts.*TS2322/);

  await write({ 'apart.ts': 'export const apart = 2;\n' });
  expect((await lint()).content).toBe(true);
}, 60_000);

it('begins anew with another configuration, and sees what no type knows of', async () => {
  await lint();
  await write({ 'eslint.config.mjs': `${CONFIG}// other\n`, 'plain.js': 'broken(' });
  const { content, said } = await lint();
  expect(content).toBe(false);
  expect(said).toContain('4 of 4 files');
  expect(said).toMatch(/plain\.js\n.*Parsing error/);
}, 60_000);
