import { expect, it } from 'vitest';
import type { LeaveStep } from '../../../shared/navigation/leaveGuard';
import { leavesByBack } from './leaving';

const back = (from: string, to: string): LeaveStep => ({ from, to, action: 'POP', forward: false });

it('leads Back from the list to the dashboard, wherever it would lead', () => {
  expect(leavesByBack(back('/products?search=چای', '/home'))).toBe(true);
  expect(leavesByBack(back('/products', '/products?sort=newest'))).toBe(true);
  expect(leavesByBack(back('/products', '/dashboard'))).toBe(false);
});

it('lets Back close a dialog, Forward go on, and links lead where they lead', () => {
  expect(leavesByBack(back('/products?type=1', '/products'))).toBe(false);
  expect(leavesByBack({ ...back('/products', '/home'), forward: true })).toBe(false);
  expect(leavesByBack({ ...back('/products', '/home'), action: 'PUSH' })).toBe(false);
});

it('lets a second Back go on from the dashboard while the list is still being taken down', () => {
  expect(leavesByBack(back('/dashboard', '/home'))).toBe(false);
});
