import type { WireSessionRow, WireSessionsReply } from '../../../shared/api/wire/account.gen';
import { parseJalali } from '../../../shared/lib/jalali';
import type { Moment, Session, Sessions } from '../model/types';

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
