import { describe, expect, it } from 'vitest';
import { logInFails } from './logInRules';

describe('logInFails', () => {
  it.each([
    ['', 'fail.cellphoneRequired'],
    ['0912', 'fail.cellphoneLength'],
    ['091200000011', 'fail.cellphoneLength'],
    ['19120000001', 'fail.cellphoneStart'],
    ['09120000001', undefined],
  ])('cellphone %j → %s', (cellphone, fail) => {
    expect(logInFails({ cellphone, password: 'pishkhan-demo-1' }).cellphone).toBe(fail);
  });

  it.each([
    ['', 'fail.passwordRequired'],
    ['123456789', 'fail.passwordLength'],
    ['1234567890', undefined],
    ['رمز بلند من', undefined],
  ])('password %j → %s', (password, fail) => {
    expect(logInFails({ cellphone: '09120000001', password }).password).toBe(fail);
  });

  it('is empty when nothing is wrong', () => {
    expect(logInFails({ cellphone: '09120000001', password: 'pishkhan-demo-1' })).toEqual({});
  });
});
