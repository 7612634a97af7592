import type { WireLogInBody, WireLogInReply } from '../../shared/api/wire/session.gen';

/** `notice`: a sentence that only a log-in brings, about the sessions that it has ended elsewhere. */
export type SessionInfo = Readonly<Pick<WireLogInReply, 'user' | 'roles' | 'notice'>>;

/** Latin digits in `cellphone`. */
export type Credentials = Readonly<Record<keyof WireLogInBody, string>>;
