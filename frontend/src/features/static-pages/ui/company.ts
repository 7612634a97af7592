import { mediumDate, parseJalali } from '../../../shared/lib/jalali';

const REGISTERED = '1399/07/13';

/** The day on which the company was registered, as the pages write it. */
export function registrationDate(): string {
  const day = parseJalali(REGISTERED);
  if (!day) throw new Error(`${REGISTERED} is no Jalali day`);
  return mediumDate(day);
}
