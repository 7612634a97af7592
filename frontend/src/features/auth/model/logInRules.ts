import type { ParseKeys } from 'i18next';

export const PHONE_DIGITS = 11;
const PHONE_START = '09';
const PASSWORD_MIN = 10;

export interface LogInForm {
  /** Latin digits. */
  readonly cellphone: string;
  readonly password: string;
}

export type LogInField = keyof LogInForm;
export type LogInFail = Extract<ParseKeys<'auth'>, `fail.${string}`>;
export type LogInFails = Partial<Record<LogInField, LogInFail>>;

function phoneFail(cellphone: string): LogInFail | undefined {
  if (cellphone === '') return 'fail.cellphoneRequired';
  if (cellphone.length !== PHONE_DIGITS) return 'fail.cellphoneLength';
  if (!cellphone.startsWith(PHONE_START)) return 'fail.cellphoneStart';
  return undefined;
}

function passwordFail(password: string): LogInFail | undefined {
  if (password === '') return 'fail.passwordRequired';
  if (Array.from(password).length < PASSWORD_MIN) return 'fail.passwordLength';
  return undefined;
}

/** What is wrong with the form, field by field; empty when nothing is. */
export function logInFails({ cellphone, password }: LogInForm): LogInFails {
  const phone = phoneFail(cellphone);
  const secret = passwordFail(password);
  return { ...(phone && { cellphone: phone }), ...(secret && { password: secret }) };
}
