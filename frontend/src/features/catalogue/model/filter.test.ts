import { expect, it } from 'vitest';
import { brandsOf, searchOf } from './filter';

it('takes from the address what the server takes', () => {
  expect(brandsOf('b,a,,b')).toEqual(['a', 'b']);
  expect(brandsOf(null)).toEqual([]);
  expect(searchOf(`  ${'آ'.repeat(120)}`)).toHaveLength(100);
});
