import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';

const NEW = 'new-';

/** Names a card that the server does not know yet. */
export const newCardId = (): string => NEW + newIdempotencyKey();

/** As it is sent: empty for a new card. */
export const knownId = (id: string): string => (id.startsWith(NEW) ? '' : id);
