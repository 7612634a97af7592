import type { WireLogInBody } from '../../shared/api/wire/session.gen';

export interface SessionInfo {
  readonly user: { readonly username: string; readonly firstName: string; readonly lastName: string };
  readonly roles: readonly string[];
  /** A sentence that a log-in brings along: what it has ended elsewhere. */
  readonly notice?: string | null | undefined;
}

/** Latin digits in `cellphone`. */
export type Credentials = Readonly<Required<WireLogInBody>>;
