// Holds the built client against its budgets: transferred kilobytes, as the server sends them. `npm run build` ends with
// it and fails with it, and then says what is too large alone (`--quiet`); `npm run size` prints all of them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const dist = resolve(root, 'dist');
const list = resolve(root, '.cache/budget-files.json');
if (!existsSync(list)) {
  console.error('.cache/budget-files.json is missing: run `npm run build` first.');
  process.exit(1);
}
const quiet = process.argv.includes('--quiet');
const { logIn, pages, chart } = JSON.parse(readFileSync(list, 'utf8'));

/** The packed file, where there is one: small files and fonts are sent as they are. */
const sent = (file) =>
  statSync(existsSync(resolve(dist, `${file}.br`)) ? resolve(dist, `${file}.br`) : resolve(dist, file)).size;
const kilobytes = (files) => files.reduce((sum, file) => sum + sent(file), 0) / 1000;
/** What webpack/prod.mjs keeps apart, by its name there. */
const LIBRARIES = { rac: 49, calendar: 7, list: 10, form: 14, date: 9 };
/** Those that no page may do without: a name that changed would measure nothing. */
const MEASURED = ['rac', 'calendar'];
const libraries = readdirSync(resolve(dist, 'assets')).flatMap((file) => {
  const [, name] = /^vendor-(\w+)\..*\.js$/.exec(file) ?? [];
  return name === undefined || name === 'core' ? [] : [[`library: ${name}`, LIBRARIES[name] ?? 0, [`assets/${file}`]]];
});

const budgets = [
  ['log-in page: scripts', 144, logIn],
  [
    'shell: frame and calls',
    28,
    readdirSync(resolve(dist, 'assets'))
      .filter((file) => /^shell\..*\.js$/.test(file))
      .map((file) => `assets/${file}`),
  ],
  ...libraries,
  ...Object.entries(pages).map(([page, files]) => [`page: ${page}`, 35, files]),
  ['chart', 25, chart],
  ['fonts of the screen', 42, ['fonts/vazirmatn-var.woff2']],
];
for (const name of MEASURED) {
  if (!libraries.some(([library]) => library.endsWith(` ${name}`)))
    throw new Error(`there is no vendor-${name} any more`);
}
let over = 0;
for (const [name, limit, files] of budgets) {
  if (files.length === 0) throw new Error(`${name}: no files, so nothing is measured`);
  const size = kilobytes(files);
  if (size > limit) over += 1;
  if (!quiet || size > limit)
    console.log(
      `${name.padEnd(36)} ${size.toFixed(1).padStart(7)} of ${limit} KB${size > limit ? '   too large' : ''}`,
    );
}
if (readdirSync(resolve(dist, 'assets')).some((file) => file.endsWith('.css'))) {
  over += 1;
  console.log('style sheets: there shall be none, emotion writes all rules');
}
process.exit(over === 0 ? 0 : 1);
