import type { ParseKeys } from 'i18next';
import { type CredentialFail, passwordFail } from './credentials';

const PASSWORD_MAX = 128;

/** A new password, typed twice. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

/** A text's key: a page with such a form loads the namespaces `auth` and `resetPassword`. */
export type NewPasswordFail =
  | `auth:${CredentialFail}`
  | `resetPassword:${Extract<ParseKeys<'resetPassword'>, `fail.${string}`>}`;

function ownFail(password: string): NewPasswordFail | undefined {
  if (Array.from(password).length > PASSWORD_MAX) return 'resetPassword:fail.passwordLong';
  const fail = passwordFail(password);
  return fail && `auth:${fail}`;
}

function repeatedFail({ password, repeated }: NewPassword): NewPasswordFail | undefined {
  if (repeated === '') return 'resetPassword:fail.repeatedRequired';
  return repeated === password ? undefined : 'resetPassword:fail.repeatedDiffers';
}

/** What is wrong with it, field by field; empty when nothing is. */
export function newPasswordFails(form: NewPassword): Partial<Record<keyof NewPassword, NewPasswordFail>> {
  const password = ownFail(form.password);
  const repeated = repeatedFail(form);
  return { ...(password && { password }), ...(repeated && { repeated }) };
}
