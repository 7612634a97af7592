import { type CredentialFail, passwordFail, phoneFail } from '../../../entities/session/credentials';

export interface LogInForm {
  /** Latin digits. */
  readonly cellphone: string;
  readonly password: string;
}

/** What the log-in page and that of the forgotten password leave for each other in the history entry. */
export type LeftCellphone = Partial<Pick<LogInForm, 'cellphone'>> | null;

/** What is wrong with the form, field by field; empty when nothing is. */
export function logInFails({ cellphone, password }: LogInForm): Partial<Record<keyof LogInForm, CredentialFail>> {
  const phone = phoneFail(cellphone);
  const secret = passwordFail(password);
  return { ...(phone && { cellphone: phone }), ...(secret && { password: secret }) };
}
