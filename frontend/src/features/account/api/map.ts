import type { WireSessionRow, WireSessionsReply } from '../../../shared/api/wire/account.gen';
import type { WireActivityEntry, WireActivityReply } from '../../../shared/api/wire/activity.gen';
import { type JalaliDate, parseJalali } from '../../../shared/lib/jalali';
import { DASH } from '../../../shared/lib/punctuation';

const PHONE = /android|ios|iphone|ipad|mobile/i;

/** Day and time of the clock, as the server writes them. */
export interface Moment {
  /** Null when it is no day of the calendar. */
  readonly day: JalaliDate | null;
  /** `HH:mm` in Latin digits. */
  readonly time: string;
}

function toMoment(text: string): Moment {
  const [day = '', time = ''] = text.split(' - ');
  return { day: parseJalali(day), time };
}

function kindOf(device: string): 'phone' | 'computer' | 'unknown' {
  if (device === '') return 'unknown';
  return PHONE.test(device) ? 'phone' : 'computer';
}

const toSession = (wire: WireSessionRow) => ({
  id: wire._id,
  /** Browser and system in Latin letters; empty when it is not known. */
  device: wire.device,
  kind: kindOf(wire.device),
  /** Empty when it is not known. */
  network: wire.network,
  createdAt: toMoment(wire.createdAtS),
  lastSeen: toMoment(wire.lastSeenS),
  /** The one that this client uses. */
  isCurrent: wire.current,
});

/** A log-in that holds, or did. */
export type Session = ReturnType<typeof toSession>;

/** The current one first, then the one that was used last; apart: those that ended in the last day for newer ones. */
export function toSessions({ sessions, evicted }: WireSessionsReply) {
  const all = sessions.map(toSession);
  const current = all.filter(({ isCurrent }) => isCurrent);
  return { open: [...current, ...all.filter(({ isCurrent }) => !isCurrent)], evicted: evicted.map(toSession) };
}

export type Sessions = ReturnType<typeof toSessions>;

/** Nobody can read the history of an order that is not there. */
const GONE = 'order.deleted';

const toActivity = (wire: WireActivityEntry) => ({
  id: wire._id,
  at: toMoment(wire.atS),
  /** In words of the reader's language, as `what` and the names of the changes are. */
  by: wire.by,
  /** The handle of the session that it was done from; null where none was kept. */
  session: wire.session === DASH ? null : wire.session,
  what: wire.actionText,
  /** An order's code, a product's name; empty for what has no name. */
  title: wire.title,
  isOrder: wire.entity === 'order',
  /** The order whose history tells more; null for what is no order, or is none any more. */
  orderId: wire.entity === 'order' && wire.action !== GONE ? wire.entityId : null,
  changes: Object.entries(wire.changes).map(([field, { name, from, to }]) => ({
    field,
    name,
    from: from ?? null,
    to: to ?? null,
  })),
});

/** What somebody did. */
export type Activity = ReturnType<typeof toActivity>;
export type ActivityChange = Activity['changes'][number];

export const toActivityPage = ({ entries, next }: WireActivityReply) => ({
  items: entries.map(toActivity),
  next: next ?? null,
});
