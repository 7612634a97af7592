// Gathers the scripts that the log-in page loads before it can be used into one file, for size-limit.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const statsFile = resolve(root, '.cache/log-in-files.json');

if (!existsSync(statsFile)) {
  console.error('.cache/log-in-files.json is missing: run `npm run build` first.');
  process.exit(1);
}

const dist = resolve(root, 'dist');
const files = JSON.parse(readFileSync(statsFile, 'utf8'));
const present = new Set(readdirSync(resolve(dist, 'assets')).map((name) => `assets/${name}`));
const missing = files.filter((file) => !present.has(file));
if (missing.length > 0) throw new Error(`dist lacks ${missing.join(', ')}: build again`);

mkdirSync(resolve(root, '.cache/size'), { recursive: true });
const whole = Buffer.concat(files.map((file) => readFileSync(resolve(dist, file))));
writeFileSync(resolve(root, '.cache/size/log-in.js'), whole);
console.log(files.join('\n'));
