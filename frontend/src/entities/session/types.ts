export interface SessionInfo {
  readonly user: { readonly username: string; readonly firstName: string; readonly lastName: string };
  readonly roles: readonly string[];
}

/** Latin digits in `cellphone`. */
export interface Credentials {
  readonly cellphone: string;
  readonly password: string;
}
