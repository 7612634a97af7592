import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useNow } from '../../../shared/hooks/useNow';
import { useText } from '../../../shared/i18n/useText';
import { type JalaliDate, jalaliAt, parseJalali } from '../../../shared/lib/jalali';
import { space, type } from '../../../shared/theme/tokens';
import { Jalali } from '../../../shared/ui/Jalali';
import { Notice } from '../../../shared/ui/Notice';
import { useHolidaysQuery } from '../api/endpoints';
import type { RuleForm } from '../api/map';
import { cutOffDelivery, holidaysUpTo, holidayYears, isOver, periodDelivery } from '../model/delivery';
import type { RuleKind } from '../model/types';

interface DeliveryPreviewProps {
  readonly kind: RuleKind;
  readonly rule: RuleForm;
}

/** A preview of the rule's delivery date and the holidays that it skips; the server computes the real one. */
export function DeliveryPreview({ kind, rule }: DeliveryPreviewProps): ReactElement | null {
  const t = useText('settings');
  const now = useNow();
  const [first, second] = holidayYears(kind, rule, now);
  // `currentData`, as the holidays of another year would make a holiday look like a working day.
  const { currentData: near, error: nearError } = useHolidaysQuery(first ?? 0, { skip: first === undefined });
  const { currentData: far, error: farError } = useHolidaysQuery(second ?? 0, { skip: second === undefined });
  if (first === undefined) return null;
  const ready = near !== undefined && (second === undefined || far !== undefined);
  if (!ready) return <Notice>{t(nearError || farError ? 'delivery.noCalendar' : 'delivery.computing')}</Notice>;

  const titleOf = (date: JalaliDate): string | undefined => near.titles[date] ?? far?.titles[date];
  const isHoliday = (date: JalaliDate): boolean => titleOf(date) !== undefined;
  const date = kind === 1 ? periodDelivery(rule, isHoliday) : cutOffDelivery(rule, now, isHoliday);
  if (date === null) return null;
  const year = Number(date.slice(0, 4));
  const approximate = (year === first ? near : far)?.approximate === true;
  const over = kind === 1 && isOver(rule, now);
  const holidays = holidaysUpTo((kind === 1 ? parseJalali(rule.end) : null) ?? jalaliAt(now), date, titleOf);
  return (
    <Notice tone={approximate || over ? 'warning' : 'info'}>
      {kind === 2 && (
        <p>
          {t('delivery.today')}: <Jalali date={jalaliAt(now)} form="long" />
        </p>
      )}
      <p>
        {t('delivery.date')}:{' '}
        <strong>
          <Jalali date={date} form="long" />
        </strong>
      </p>
      {over && <p>{t('delivery.over')}</p>}
      {approximate && <p>{t('delivery.approximate')}</p>}
      {holidays.length > 0 && (
        <Days>
          <caption>{t('delivery.holidays')}</caption>
          <tbody>
            {holidays.map((holiday) => (
              <tr key={holiday.date}>
                <th scope="row">
                  <Jalali date={holiday.date} form="long" />
                </th>
                <td>{holiday.title}</td>
              </tr>
            ))}
          </tbody>
        </Days>
      )}
    </Notice>
  );
}

const Days = styled.table({
  ...type.caption,
  inlineSize: '100%',
  marginBlockStart: space(2),
  '& > caption': { textAlign: 'start', fontWeight: 600 },
  '& th, & td': { textAlign: 'start', fontWeight: 400, verticalAlign: 'top', paddingBlockStart: space(1) },
  '& th': { whiteSpace: 'nowrap' },
  '& td': { paddingInlineStart: space(3) },
});
