import { newIdempotencyKey } from '../../../shared/api/idempotencyKey';

const NEW = 'new-';

/** A temporary id for a card that the server does not know yet. */
export const newCardId = (): string => NEW + newIdempotencyKey();

/** The id as it is sent: empty for a new card. */
export const knownId = (id: string): string => (id.startsWith(NEW) ? '' : id);
