import type { WireSessionRow, WireSessionsReply } from '../../../shared/api/wire/account.gen';
import type { WireActivityEntry, WireActivityReply } from '../../../shared/api/wire/activity.gen';
import { parseJalali } from '../../../shared/lib/jalali';
import { DASH } from '../../../shared/lib/punctuation';

const PHONE = /android|ios|iphone|ipad|mobile/i;

/** `day`: null when it is no day of the calendar; `time`: `HH:mm` in Latin digits. */
function toMoment(text: string) {
  const [day = '', time = ''] = text.split(' - ');
  return { day: parseJalali(day), time };
}

export type Moment = ReturnType<typeof toMoment>;

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

/** A log-in: one that is active, or one that has ended. */
export type Session = ReturnType<typeof toSession>;

/** `active`: the current one first, then by last use; `evicted`: those that newer ones replaced during the last day. */
export function toSessions({ sessions, evicted }: WireSessionsReply) {
  const all = sessions.map(toSession);
  const current = all.filter(({ isCurrent }) => isCurrent);
  return { active: [...current, ...all.filter(({ isCurrent }) => !isCurrent)], evicted: evicted.map(toSession) };
}

export type Sessions = ReturnType<typeof toSessions>;

/** A deleted order has no history to open. */
const GONE = 'order.deleted';

const toActivity = (wire: WireActivityEntry) => ({
  id: wire._id,
  at: toMoment(wire.atS),
  /** In the reader's language, as are `what` and the names of the changes. */
  by: wire.by,
  /** The handle of the session that it was done from; null when none was recorded. */
  session: wire.session === DASH ? null : wire.session,
  what: wire.actionText,
  /** An order's code, a product's name; empty for what has no name. */
  title: wire.title,
  isOrder: wire.entity === 'order',
  /** The order whose history can be opened; null for other things and for deleted orders. */
  orderId: wire.entity === 'order' && wire.action !== GONE ? wire.entityId : null,
  changes: Object.entries(wire.changes).map(([field, { name, from, to }]) => ({
    field,
    name,
    from: from ?? null,
    to: to ?? null,
  })),
});

/** One thing that somebody did. */
export type Activity = ReturnType<typeof toActivity>;
export type ActivityChange = Activity['changes'][number];

export const toActivityPage = ({ entries, next }: WireActivityReply) => ({
  items: entries.map(toActivity),
  next: next ?? null,
});
