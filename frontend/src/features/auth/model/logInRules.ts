import type { ParseKeys } from 'i18next';

export const PHONE_DIGITS = 11;
const PHONE_START = '09';
const PASSWORD_MIN = 10;

export interface LogInForm {
  /** Latin digits. */
  readonly cellphone: string;
  readonly password: string;
}

/** What the log-in page and that of the forgotten password leave for each other in the history entry. */
export type LeftCellphone = Partial<Pick<LogInForm, 'cellphone'>> | null;

export type LogInField = keyof LogInForm;
export type LogInFail = Extract<ParseKeys<'auth'>, `fail.${string}`>;
export type LogInFails = Partial<Record<LogInField, LogInFail>>;

export function phoneFail(cellphone: string): LogInFail | undefined {
  if (cellphone === '') return 'fail.cellphoneRequired';
  if (cellphone.length !== PHONE_DIGITS) return 'fail.cellphoneLength';
  if (!cellphone.startsWith(PHONE_START)) return 'fail.cellphoneStart';
  return undefined;
}

export function passwordFail(password: string): LogInFail | undefined {
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
