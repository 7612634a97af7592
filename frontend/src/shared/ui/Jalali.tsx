import type { ReactElement } from 'react';
import {
  clockTime,
  isoDate,
  isoInstant,
  type JalaliDate,
  jalaliAt,
  longDate,
  mediumDate,
  shortDate,
} from '../lib/jalali';
import { SEPARATOR } from '../lib/punctuation';

interface JalaliProps {
  /** A Jalali day, or an instant in epoch milliseconds (written in Tehran's time). */
  readonly date: JalaliDate | number;
  /** short ۱۴۰۵/۰۸/۳۰ · medium ۳۰ آبان ۱۴۰۵ · long شنبه ۳۰ آبان ۱۴۰۵ */
  readonly form?: 'short' | 'medium' | 'long';
  /** Adds the time of an instant. */
  readonly time?: boolean;
}

const forms = { short: shortDate, medium: mediumDate, long: longDate } as const;

/** A date in a <time> that machines can read. */
export function Jalali({ date, form = 'short', time = false }: JalaliProps): ReactElement {
  const day = typeof date === 'number' ? jalaliAt(date) : date;
  const machine = typeof date === 'number' ? isoInstant(date) : isoDate(day);
  return (
    <time dateTime={machine}>
      <bdi>{forms[form](day)}</bdi>
      {time && typeof date === 'number' && (
        <>
          {SEPARATOR}
          <bdi dir="ltr">{clockTime(date, false)}</bdi>
        </>
      )}
    </time>
  );
}
