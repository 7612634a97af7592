import { expect, it } from 'vitest';
import { cameFrom, liesAhead, noteStep, stepsBackTo } from './trail';

const go = (action: 'POP' | 'PUSH' | 'REPLACE', key: string, pathname: string) => {
  noteStep({ key, pathname }, action);
};

it('knows how far back the latest visit of a page lies', () => {
  go('POP', 'start', '/home');
  expect(stepsBackTo('/home')).toBeNull();
  go('PUSH', 'a', '/customers');
  go('PUSH', 'b', '/customers');
  go('REPLACE', 'c', '/customers');
  go('PUSH', 'd', '/orders/1');
  expect(stepsBackTo('/customers')).toBe(-1);
  expect(stepsBackTo('/home')).toBe(-3);
  expect(stepsBackTo('/orders/1')).toBeNull();
});

it('follows Back and Forward, and forgets what a new step cuts off', () => {
  go('POP', 'again', '/home');
  go('PUSH', 'e', '/customers');
  go('PUSH', 'f', '/orders/1');
  go('POP', 'e', '/customers');
  expect(stepsBackTo('/home')).toBe(-1);
  go('POP', 'f', '/orders/1');
  expect(stepsBackTo('/home')).toBe(-2);
  go('POP', 'again', '/home');
  go('PUSH', 'g', '/dashboard');
  expect(stepsBackTo('/customers')).toBeNull();
  expect(stepsBackTo('/home')).toBe(-1);
});

it('knows nothing around an entry from before a reload', () => {
  go('POP', 'old', '/orders/1');
  expect(stepsBackTo('/home')).toBeNull();
  // A replaced entry in the middle keeps what lies after it.
  go('PUSH', 'h', '/orders/2');
  go('POP', 'old', '/orders/1');
  go('REPLACE', 'new', '/orders/3');
  go('POP', 'h', '/orders/2');
  expect(stepsBackTo('/orders/3')).toBe(-1);
});

it('does not take an entry without a key of its own for the first page of the visit', () => {
  go('POP', 'default', '/log-in');
  go('PUSH', 'i', '/home');
  go('PUSH', 'j', '/customers');
  go('POP', 'default', '/customers');
  expect(cameFrom()).toBe('/home');
  expect(liesAhead('j')).toBe(false);
});

it('tells Forward from Back, and which page was left', () => {
  go('POP', 'here', '/products');
  go('PUSH', 'there', '/basket/1');
  expect(cameFrom()).toBe('/products');
  expect(liesAhead('here')).toBe(false);
  go('POP', 'here', '/products');
  expect(cameFrom()).toBe('/basket/1');
  expect(liesAhead('there')).toBe(true);
  expect(liesAhead('from before a reload')).toBe(false);
});
