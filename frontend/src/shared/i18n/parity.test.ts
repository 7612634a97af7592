import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../..');
const locales = resolve(import.meta.dirname, 'locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = Map<string, string>;

function flatten(value: unknown, path: string, into: Texts): Texts {
  if (typeof value === 'string') into.set(path, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`, into);
  }
  return into;
}

const read = (language: string, namespace: string): Texts =>
  flatten(JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')), '', new Map());

const namespaces = readdirSync(join(locales, 'fa')).map((file) => file.replace('.json', ''));
const variables = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort();
const tags = (text: string): string[] => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? '').sort();
const singular = (texts: Texts): Texts => new Map([...texts].map(([key, text]) => [key.replace(PLURAL, ''), text]));

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(src, file), 'utf8'));

/** A list in the file is read as a whole: `rules.sections.0.title` belongs to the key `rules.sections`. */
const keyOf = (path: string): string => path.replace(/\.\d+(\..*)?$/, '').replace(PLURAL, '');

/** A sentence for a failure is named where the failure is shown: errorLines(error, 'list'), { fallback: 'server' }. */
function isSaid(key: string): boolean {
  const named = new RegExp(
    `\\b(errorLines|useErrorToast)\\([^)\\n]*, '${key}'|\\bfallback(: ErrorKey)?(:| =) '${key}'|\\bt\\('${key}', \\{ ns: 'errors'`,
  );
  return sources.some((text) => named.test(text));
}

function isUsed(namespace: string, key: string): boolean {
  if (namespace === 'errors') return isSaid(key);
  const files = sources.filter(
    (text) => namespace === 'common' || text.includes(`'${namespace}'`) || text.includes(`'${namespace}:`),
  );
  const steps = key.split('.');
  return files.some(
    (text) =>
      text.includes(`'${key}'`) ||
      text.includes(`"${key}"`) ||
      text.includes(`'${namespace}:${key}'`) ||
      // t('leave', { returnObjects: true }) uses what stands right below `leave`.
      text.includes(`'${steps.slice(0, -1).join('.')}', { returnObjects`) ||
      // t(`tiles.${id}`) uses every key below `tiles`.
      steps.some((_, depth) => depth > 0 && text.includes(`\`${steps.slice(0, depth).join('.')}.\${`)) ||
      steps.some((_, depth) => depth > 0 && text.includes(`\`${namespace}:${steps.slice(0, depth).join('.')}.\${`)),
  );
}

it('has the same namespaces in both languages', () => {
  expect(readdirSync(join(locales, 'en')).sort()).toEqual(readdirSync(join(locales, 'fa')).sort());
});

describe.each(namespaces)('%s', (namespace) => {
  const fa = singular(read('fa', namespace));
  const en = singular(read('en', namespace));

  it('has the same keys in Persian and English', () => {
    expect([...en.keys()].sort()).toEqual([...fa.keys()].sort());
  });

  it('has the same variables and tags in both', () => {
    for (const [key, text] of fa) {
      expect(variables(en.get(key) ?? ''), key).toEqual(variables(text));
      expect(tags(en.get(key) ?? ''), key).toEqual(tags(text));
    }
  });

  it('has no empty text', () => {
    expect([...fa, ...en].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has no key that nobody uses', () => {
    expect([...new Set([...fa.keys()].map(keyOf))].filter((key) => !isUsed(namespace, key))).toEqual([]);
  });
});
