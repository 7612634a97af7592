import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { type DateOrder, shortDate } from '../../../shared/lib/jalali';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Segmented } from '../../../shared/ui/Segmented';
import { PERIOD_KINDS, type Period } from '../period';

type Range = Extract<Period, { kind: 'range' }>;

const RangeSheet = lazyLayer(async () => (await import('../../../shared/ui/RangeSheet')).RangeSheet);

interface PeriodFilterProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
  /** How the dates of a range are typed. */
  readonly order?: DateOrder;
}

/** All, today, week, month, or a range, which takes effect only with «گزارش». */
export function PeriodFilter({ value, onChange, order = 'ymd' }: PeriodFilterProps): ReactElement {
  const t = useText('period');
  const [asking, setAsking] = useState(false);
  const daysOf = ({ from, to }: Range) => t('range', { from: shortDate(from), to: shortDate(to) });
  return (
    <>
      <Segmented
        label={t('label')}
        options={PERIOD_KINDS.map((kind) => ({
          value: kind,
          label: t(`kinds.${kind}`),
          ...(kind === 'range' && value.kind === kind && { shown: daysOf(value) }),
        }))}
        value={value.kind}
        onSelect={(kind) => {
          if (kind === 'range') setAsking(true);
          else onChange({ kind });
        }}
      />
      {asking && (
        <RangeSheet
          isOpen
          order={order}
          value={value.kind === 'range' ? value : null}
          onClose={() => setAsking(false)}
          onSubmit={({ from, to }) => {
            setAsking(false);
            onChange({ kind: 'range', from, to });
          }}
        />
      )}
    </>
  );
}
