import { type CredentialFail, passwordFail, phoneFail } from '../../../entities/session/credentials';
import type { Credentials } from '../../../entities/session/types';

/** What the log-in page and the forgotten-password page pass to each other in the history entry. */
export type LeftCellphone = Partial<Pick<Credentials, 'cellphone'>> | null;

/** What is wrong with the form, field by field; empty when nothing is. */
export function logInFails({ cellphone, password }: Credentials): Partial<Record<keyof Credentials, CredentialFail>> {
  const phone = phoneFail(cellphone);
  const secret = passwordFail(password);
  return { ...(phone && { cellphone: phone }), ...(secret && { password: secret }) };
}
