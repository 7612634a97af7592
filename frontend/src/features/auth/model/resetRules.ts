import type { ParseKeys } from 'i18next';
import { type LogInFail, passwordFail, phoneFail } from './logInRules';

export const CODE_DIGITS = 6;
const PASSWORD_MAX = 128;

export interface ResetForm {
  /** Latin digits. */
  readonly cellphone: string;
  /** Latin digits. */
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
}

export type ResetField = keyof ResetForm;
type OwnFail = Extract<ParseKeys<'resetPassword'>, `fail.${string}`>;
/** The key of a text. */
export type ResetFail = `auth:${LogInFail}` | `resetPassword:${OwnFail}`;
export type ResetFails = Partial<Record<ResetField, ResetFail>>;

const own = (fail: OwnFail): ResetFail => `resetPassword:${fail}`;
const ofLogIn = (fail: LogInFail | undefined): ResetFail | undefined => fail && `auth:${fail}`;

function codeFail(code: string): ResetFail | undefined {
  if (code === '') return own('fail.codeRequired');
  return code.length === CODE_DIGITS ? undefined : own('fail.codeLength');
}

function newPasswordFail(password: string): ResetFail | undefined {
  return Array.from(password).length > PASSWORD_MAX ? own('fail.passwordLong') : ofLogIn(passwordFail(password));
}

function repeatedFail({ password, repeated }: ResetForm): ResetFail | undefined {
  if (repeated === '') return own('fail.repeatedRequired');
  return repeated === password ? undefined : own('fail.repeatedDiffers');
}

const only = (fails: Partial<Record<ResetField, ResetFail | undefined>>): ResetFails =>
  Object.fromEntries(Object.entries(fails).filter(([, fail]) => fail !== undefined));

/** What is wrong with the phone number; empty when nothing is. */
export const phoneFails = ({ cellphone }: ResetForm): ResetFails => only({ cellphone: ofLogIn(phoneFail(cellphone)) });

/** What is wrong with code and password, in the order of the fields; empty when nothing is. */
export const resetFails = (form: ResetForm): ResetFails =>
  only({ code: codeFail(form.code), password: newPasswordFail(form.password), repeated: repeatedFail(form) });
