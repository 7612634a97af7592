import '../i18n/racStrings';
import styled from '@emotion/styled';
import { type CalendarIdentifier, GregorianCalendar, PersianCalendar } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useContext } from 'react';
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar';
import { useText } from '../i18n/useText';
import { fromCalendarDate, type JalaliDate, jalaliAt, monthYear, toCalendarDate } from '../lib/jalali';
import { nowMs } from '../lib/now';
import { colors, motion, radius, space, touchTarget, type } from '../theme/tokens';
import { Button as TextButton } from './Button';

interface CalendarProps {
  readonly label: string;
  readonly value: JalaliDate | null;
  readonly onSelect: (date: JalaliDate) => void;
  readonly min?: JalaliDate | undefined;
  readonly max?: JalaliDate | undefined;
}

/** Only the two calendars we use; the default factory brings thirteen. */
const createCalendar = (identifier: CalendarIdentifier) =>
  identifier === 'persian' ? new PersianCalendar() : new GregorianCalendar();

/** A Jalali month, weeks from Saturday. A chunk of its own: use it through `DateField` or lazily. */
export function Calendar({ label, value, onSelect, min, max }: CalendarProps): ReactElement {
  const t = useText('form');
  const today = jalaliAt(nowMs());
  return (
    <>
      <AriaCalendar
        aria-label={label}
        autoFocus
        createCalendar={createCalendar}
        firstDayOfWeek="sat"
        value={value && toCalendarDate(value)}
        minValue={min ? toCalendarDate(min) : null}
        maxValue={max ? toCalendarDate(max) : null}
        onChange={(date) => onSelect(fromCalendarDate(date))}
      >
        <Top>
          <Arrow slot="previous" aria-label={t('previousMonth')}>
            <ChevronLeft className="flip" />
          </Arrow>
          <MonthHeading />
          <Arrow slot="next" aria-label={t('nextMonth')}>
            <ChevronRight className="flip" />
          </Arrow>
        </Top>
        <Grid weekdayStyle="narrow">
          <CalendarGridHeader>{(day) => <Weekday>{day}</Weekday>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <Cell date={date} />}</CalendarGridBody>
        </Grid>
      </AriaCalendar>
      <TextButton
        variant="ghost"
        size="sm"
        fullWidth
        disabled={(min !== undefined && today < min) || (max !== undefined && today > max)}
        onClick={() => onSelect(today)}
      >
        {t('today')}
      </TextButton>
    </>
  );
}

/** React Aria writes «۱۴۰۵ آبان»; ours reads as Persian does. */
function MonthHeading(): ReactElement {
  const state = useContext(CalendarStateContext);
  return <Heading aria-hidden>{state && monthYear(fromCalendarDate(state.visibleRange.start))}</Heading>;
}

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  paddingBlockEnd: space(2),
});

const Heading = styled.span({ ...type.heading });

const Arrow = styled(Button)({
  ...touchTarget,
  borderRadius: radius.full,
  '&[data-hovered]': { backgroundColor: colors.hover },
  '&[data-pressed]': { backgroundColor: colors.press },
  '&[data-disabled]': { color: colors.faint, opacity: 0.5 },
});

const Grid = styled(CalendarGrid)({
  inlineSize: '100%',
  minInlineSize: '308px',
  tableLayout: 'fixed',
  '& td, & th': { padding: 0, textAlign: 'center' },
});

const Weekday = styled(CalendarHeaderCell)({
  ...type.caption,
  blockSize: '32px',
  color: colors.muted,
  '&:last-of-type': { color: colors.danger },
});

const Cell = styled(CalendarCell)({
  ...type.label,
  ...touchTarget,
  display: 'flex',
  marginInline: 'auto',
  borderRadius: radius.full,
  cursor: 'pointer',
  outline: 'none',
  transition: `background-color ${motion.press}`,
  'td:last-of-type > &': { color: colors.danger },
  '&[data-outside-month]': { display: 'none' },
  '&[data-hovered]': { backgroundColor: colors.hover },
  '&[data-today]': { boxShadow: `inset 0 0 0 1.5px ${colors.brand}`, fontWeight: 700 },
  '&[data-selected]': { backgroundColor: colors.brand, color: `${colors.onBrand} !important`, fontWeight: 700 },
  '&[data-focus-visible]': { outline: `2px solid ${colors.brand}`, outlineOffset: '2px' },
  '&[data-disabled]': { color: colors.faint, opacity: 0.45, cursor: 'default' },
});
