import type { ParseKeys } from 'i18next';

export const PHONE_DIGITS = 11;
const PHONE_START = '09';
const PASSWORD_MIN = 10;

/** The key of a text in the log-in's namespace. */
export type CredentialFail = Extract<ParseKeys<'auth'>, `fail.${string}`>;

/** `cellphone` in Latin digits. */
export function phoneFail(cellphone: string): CredentialFail | undefined {
  if (cellphone === '') return 'fail.cellphoneRequired';
  if (cellphone.length !== PHONE_DIGITS) return 'fail.cellphoneLength';
  if (!cellphone.startsWith(PHONE_START)) return 'fail.cellphoneStart';
  return undefined;
}

export function passwordFail(password: string): CredentialFail | undefined {
  if (password === '') return 'fail.passwordRequired';
  if (Array.from(password).length < PASSWORD_MIN) return 'fail.passwordLength';
  return undefined;
}
