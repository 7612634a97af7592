import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { baseApi } from '../shared/api/baseApi';

const src = join(import.meta.dirname, '..');

it('gives every call of the api a name of its own', async () => {
  let named = 0;
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/^(features|entities).*\.ts$/.test(path)) continue;
    const text = readFileSync(join(src, path), 'utf8');
    if (!text.includes('baseApi.injectEndpoints(')) continue;
    // A name that is taken throws, and the message says which.
    await import(join(src, path));
    named += text.match(/build\.(query|mutation|infiniteQuery)[<(]/g)?.length ?? 0;
  }
  expect(Object.keys(baseApi.endpoints)).toHaveLength(named);
  expect(named).toBeGreaterThan(40);
});
