import type { WireLogInBody } from '../../shared/api/wire/session.gen';

export interface SessionInfo {
  readonly user: { readonly username: string; readonly firstName: string; readonly lastName: string };
  readonly roles: readonly string[];
}

/** Latin digits in `cellphone`. */
export type Credentials = Readonly<Required<WireLogInBody>>;
