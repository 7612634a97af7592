import { expect, it } from 'vitest';
import { typedPassword } from './sellerRules';

const HIDDEN = '**********';

it.each([
  ['chosen and typed over', 'a', 'a'],
  ['pasted over', 'my*secret*pass', 'my*secret*pass'],
  ['typed behind', `${HIDDEN}a`, 'a'],
  ['typed before', `a${HIDDEN}`, 'a'],
  ['typed into', '***a*******', 'a'],
  ['begun with an asterisk', `${HIDDEN}*`, '*'],
  ['deleted by one', '*********', ''],
  ['deleted altogether', '', ''],
])('a hidden password that is %s', (_, typed, password) => {
  expect(typedPassword(HIDDEN, typed)).toBe(password);
});

it('leaves a password that is being typed as it is', () => {
  expect(typedPassword('secret', 'secret**********')).toBe('secret**********');
});
