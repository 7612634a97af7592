import type { JalaliDate } from '../../../shared/lib/jalali';

/** Day and time of the clock, as the server writes them. */
export interface Moment {
  /** Null when it is no day of the calendar. */
  readonly day: JalaliDate | null;
  /** `HH:mm` in Latin digits. */
  readonly time: string;
}

/** What somebody did. */
export interface Activity {
  readonly id: string;
  readonly at: Moment;
  /** In words of the reader's language, as `what` and the names of the changes are. */
  readonly by: string;
  /** The handle of the session that it was done from; null where none was kept. */
  readonly session: string | null;
  readonly what: string;
  /** An order's code, a product's name; empty for what has no name. */
  readonly title: string;
  readonly isOrder: boolean;
  /** The order whose history tells more; null for what is no order, or is none any more. */
  readonly orderId: string | null;
  readonly changes: readonly ActivityChange[];
}

export interface ActivityChange {
  readonly field: string;
  readonly name: string;
  /** Null: there was, or is, none. */
  readonly from: number | string | null;
  readonly to: number | string | null;
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
