import styled from '@emotion/styled';
import { CalendarDays } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { useMedia } from '../hooks/useMedia';
import { useText } from '../i18n/useText';
import { onlyDigits } from '../lib/digits';
import {
  type DateOrder,
  type JalaliDate,
  monthYear,
  readDate,
  readWholeDate,
  shortDate,
  typedDate,
} from '../lib/jalali';
import { maskDate } from '../lib/masks';
import { query } from '../theme/media';
import { colors, radius, space } from '../theme/tokens';
import { DigitField } from './DigitField';
import type { FieldControl, FieldOptions } from './Field';
import { IconButton } from './IconButton';
import { Popover } from './Layer';
import { lazyBlock } from './lazyBlock';
import { Sheet } from './Sheet';
import { Skeleton } from './Skeleton';

const Calendar = lazyBlock(async () => (await import('./Calendar')).Calendar);

export interface DateFieldProps extends FieldOptions, FieldControl {
  /** What has been typed, `yyyy/mm/dd` in Latin digits, complete or not; read it with `parseJalali`. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  readonly order?: DateOrder;
  readonly min?: JalaliDate | undefined;
  readonly max?: JalaliDate | undefined;
}

/** A date full of zeros means «no date» and goes away when the field is pressed. */
const ZEROS = /^0+$/;
const DATE_DIGITS = 8;

/** A Jalali date: typed with slashes that come by themselves, in either order, or chosen in a calendar. */
export function DateField({ value, onValueChange, order = 'ymd', min, max, ...rest }: DateFieldProps): ReactElement {
  const t = useText('form');
  const [isOpen, setOpen] = useState(false);
  // Nothing is wrong with a date that is still being typed.
  const [left, setLeft] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wide = useMedia(query.popoverUp);
  const onClose = () => setOpen(false);
  const digits = onlyDigits(value);
  const read = readDate(value, order);
  const chosen = typeof read === 'string' ? read : null;

  const problem = (): string | null => {
    if (digits === '' || ZEROS.test(digits)) return null;
    if (typeof read === 'string') {
      if (min !== undefined && read < min) return t('date.min', { date: shortDate(min) });
      return max !== undefined && read > max ? t('date.max', { date: shortDate(max) }) : null;
    }
    if (read.kind === 'incomplete' && !left) return null;
    return read.kind === 'day'
      ? t('date.day', { month: monthYear(read.month), count: read.days })
      : t(`date.${read.kind}`);
  };
  /** Takes over a date, in the order of the field. */
  const take = (date: JalaliDate | null): boolean => {
    if (date) onValueChange(typedDate(date, order));
    return date !== null;
  };
  const calendar = (
    <Calendar
      label={t('calendar', { label: rest.label })}
      value={chosen}
      min={min}
      max={max}
      onSelect={(date) => {
        take(date);
        onClose();
      }}
      waiting={<Skeleton height="340px" width="308px" round="button" />}
    />
  );
  return (
    <>
      <DigitField
        {...rest}
        error={rest.error ?? problem()}
        placeholder={t(order === 'ymd' ? 'dateHint' : 'dateHintReversed')}
        value={digits}
        maxDigits={DATE_DIGITS}
        format={(typed) => maskDate(typed, order)}
        onValueChange={(typed) => {
          setLeft(false);
          const text = maskDate(typed, order);
          const date = readDate(text, order);
          onValueChange(typeof date === 'string' ? typedDate(date, order) : text);
        }}
        onPaste={(event) => {
          if (take(readWholeDate(event.clipboardData.getData('text'), order))) event.preventDefault();
        }}
        onBlur={() => {
          setLeft(true);
          if (chosen === null) take(readWholeDate(value, order));
        }}
        onClick={() => {
          if (ZEROS.test(digits)) onValueChange('');
        }}
        endSlot={
          <IconButton
            ref={button}
            label={`${t('openCalendar')}: ${rest.label}`}
            icon={<CalendarDays />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={rest.disabled}
            onClick={() => setOpen(true)}
          />
        }
      />
      {wide ? (
        <Paper triggerRef={button} isOpen={isOpen} onClose={onClose} placement="bottom end">
          <Dialog aria-label={t('calendar', { label: rest.label })}>{calendar}</Dialog>
        </Paper>
      ) : (
        <Sheet isOpen={isOpen} onClose={onClose} title={rest.label} width={400}>
          {calendar}
        </Sheet>
      )}
    </>
  );
}

const Paper = styled(Popover)({
  inlineSize: '342px',
  maxInlineSize: 'calc(100vw - 32px)',
  padding: space(4),
  borderRadius: radius.card,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.raised,
  boxShadow: colors.shadow2,
  color: colors.text,
  '& > section': { outline: 'none' },
});
