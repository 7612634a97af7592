import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../shared/hooks/useNow';
import { type JalaliDate, jalaliAt } from '../../../shared/lib/jalali';
import { Jalali } from '../../../shared/ui/Jalali';
import { Notice } from '../../../shared/ui/Notice';
import { useHolidaysQuery } from '../api/endpoints';
import { cutOffDelivery, holidayYears, periodDelivery } from '../model/delivery';
import type { DeliveryRule, RuleKind } from '../model/types';

interface DeliveryPreviewProps {
  readonly kind: RuleKind;
  readonly rule: DeliveryRule;
}

/** The delivery date that the rule leads to, while it is typed; the server computes its own when it is saved. */
export function DeliveryPreview({ kind, rule }: DeliveryPreviewProps): ReactElement | null {
  const { t } = useTranslation('settings');
  const now = useNow();
  const [first, second] = holidayYears(kind, rule, now);
  // Of these very years: those of the year before would let a holiday pass for a working day.
  const { currentData: near, error: nearError } = useHolidaysQuery(first ?? 0, { skip: first === undefined });
  const { currentData: far, error: farError } = useHolidaysQuery(second ?? 0, { skip: second === undefined });
  if (first === undefined) return null;
  const ready = near !== undefined && (second === undefined || far !== undefined);
  if (!ready) return <Notice>{t(nearError || farError ? 'delivery.noCalendar' : 'delivery.computing')}</Notice>;

  const isHoliday = (date: JalaliDate): boolean => near.titles[date] !== undefined || far?.titles[date] !== undefined;
  const date = kind === 1 ? periodDelivery(rule, isHoliday) : cutOffDelivery(rule, now, isHoliday);
  if (date === null) return null;
  const year = Number(date.slice(0, 4));
  const approximate = (year === first ? near : far)?.approximate === true;
  return (
    <Notice tone={approximate ? 'warning' : 'info'}>
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
      {approximate && <p>{t('delivery.approximate')}</p>}
    </Notice>
  );
}
