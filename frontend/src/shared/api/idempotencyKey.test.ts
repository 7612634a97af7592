import { expect, it, vi } from 'vitest';
import { newIdempotencyKey } from './idempotencyKey';

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes a new UUID each time', () => {
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(UUID4);
});

it('does so where crypto.randomUUID is missing, over plain HTTP', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey));
  vi.unstubAllGlobals();
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(UUID4);
});
