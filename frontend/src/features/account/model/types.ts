import type { JalaliDate } from '../../../shared/lib/jalali';

/** Day and time of the clock, as the server writes them. */
export interface Moment {
  /** Null when it is no day of the calendar. */
  readonly day: JalaliDate | null;
  /** `HH:mm` in Latin digits. */
  readonly time: string;
}

/** A log-in that holds, or did. */
export interface Session {
  readonly id: string;
  /** Browser and system in Latin letters; empty when it is not known. */
  readonly device: string;
  readonly kind: 'phone' | 'computer' | 'unknown';
  /** Empty when it is not known. */
  readonly network: string;
  readonly createdAt: Moment;
  readonly lastSeen: Moment;
  /** The one that this client uses. */
  readonly isCurrent: boolean;
}

export interface Sessions {
  /** The current one first, then the one that was used last. */
  readonly open: readonly Session[];
  /** Ended in the last day, because there were newer ones. */
  readonly evicted: readonly Session[];
}
