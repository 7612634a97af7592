import type { WireSessionRow, WireSessionsReply } from '../../../shared/api/wire/account.gen';
import type { WireActivityEntry, WireActivityReply } from '../../../shared/api/wire/activity.gen';
import { parseJalali } from '../../../shared/lib/jalali';
import { DASH } from '../../../shared/lib/punctuation';
import type { Activity, Moment, Session, Sessions } from '../model/types';

const PHONE = /android|ios|iphone|ipad|mobile/i;

function toMoment(text: string): Moment {
  const [day = '', time = ''] = text.split(' - ');
  return { day: parseJalali(day), time };
}

function kindOf(device: string): Session['kind'] {
  if (device === '') return 'unknown';
  return PHONE.test(device) ? 'phone' : 'computer';
}

const toSession = (wire: WireSessionRow): Session => ({
  id: wire._id,
  device: wire.device,
  kind: kindOf(wire.device),
  network: wire.network,
  createdAt: toMoment(wire.createdAtS),
  lastSeen: toMoment(wire.lastSeenS),
  isCurrent: wire.current,
});

export function toSessions({ sessions, evicted }: WireSessionsReply): Sessions {
  const all = sessions.map(toSession);
  const current = all.filter(({ isCurrent }) => isCurrent);
  return { open: [...current, ...all.filter(({ isCurrent }) => !isCurrent)], evicted: evicted.map(toSession) };
}

/** In the place of a session that was not kept. */
/** Nobody can read the history of an order that is not there. */
const GONE = 'order.deleted';

const toActivity = (wire: WireActivityEntry): Activity => ({
  id: wire._id,
  at: toMoment(wire.atS),
  by: wire.by,
  session: wire.session === DASH ? null : wire.session,
  what: wire.actionText,
  title: wire.title,
  isOrder: wire.entity === 'order',
  orderId: wire.entity === 'order' && wire.action !== GONE ? wire.entityId : null,
  changes: Object.entries(wire.changes).map(([field, { name, from, to }]) => ({
    field,
    name,
    from: from ?? null,
    to: to ?? null,
  })),
});

export const toActivityPage = ({ entries, next }: WireActivityReply) => ({
  items: entries.map(toActivity),
  next: next ?? null,
});
