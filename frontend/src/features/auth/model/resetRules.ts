import { phoneFail } from '../../../entities/session/credentials';
import { type NewPassword, type NewPasswordFail, newPasswordFails } from '../../../entities/session/newPassword';

export const CODE_DIGITS = 6;

export interface ResetForm extends NewPassword {
  /** Latin digits. */
  readonly cellphone: string;
  /** Latin digits. */
  readonly code: string;
}

type ResetFails = Partial<Record<keyof ResetForm, NewPasswordFail>>;

function codeFail(code: string): NewPasswordFail | undefined {
  if (code === '') return 'resetPassword:fail.codeRequired';
  return code.length === CODE_DIGITS ? undefined : 'resetPassword:fail.codeLength';
}

/** What is wrong with the phone number; empty when nothing is. */
export function phoneFails({ cellphone }: ResetForm): ResetFails {
  const fail = phoneFail(cellphone);
  return fail ? { cellphone: `auth:${fail}` } : {};
}

/** What is wrong with code and password, in the order of the fields; empty when nothing is. */
export function resetFails(form: ResetForm): ResetFails {
  const code = codeFail(form.code);
  return { ...(code && { code }), ...newPasswordFails(form) };
}
