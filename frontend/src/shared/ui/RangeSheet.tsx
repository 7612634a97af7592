import styled from '@emotion/styled';
import { type ReactElement, useId, useState } from 'react';
import { useText } from '../i18n/useText';
import { type DateOrder, type JalaliDate, parseJalali, typedDate } from '../lib/jalali';
import { space } from '../theme/tokens';
import { Button } from './Button';
import { DateField } from './DateField';
import { Notice } from './Notice';
import { Sheet } from './Sheet';

interface DateRange {
  readonly from: JalaliDate;
  readonly to: JalaliDate;
}

export interface RangeSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The range in force, with which the sheet opens. */
  readonly value: DateRange | null;
  /** A complete range, in order. The sheet does not close itself. */
  readonly onSubmit: (range: DateRange) => void;
  readonly order?: DateOrder;
}

type Problem = 'missingRange' | 'reversedRange';

/** «بازه»: two dates and «گزارش». */
export function RangeSheet(props: RangeSheetProps): ReactElement {
  // The key resets what was typed: it always opens with the range in force.
  return <RangeForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function RangeForm({ isOpen, onClose, value, onSubmit, order = 'ymd' }: RangeSheetProps): ReactElement {
  const t = useText('form');
  const formId = useId();
  const [from, setFrom] = useState(value ? typedDate(value.from, order) : '');
  const [to, setTo] = useState(value ? typedDate(value.to, order) : '');
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = () => {
    const start = parseJalali(from, order);
    const end = parseJalali(to, order);
    // A wrong date has its message under it; this one is for a missing date.
    if (start === null || end === null) setProblem(from === '' || to === '' ? 'missingRange' : null);
    else if (end < start) setProblem('reversedRange');
    else {
      setProblem(null);
      onSubmit({ from: start, to: end });
    }
  };

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('rangeTitle')}
      width={560}
      footer={
        <Button type="submit" form={formId} size="lg">
          {t('report')}
        </Button>
      }
    >
      <Form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a portal still bubbles through React to the form around it.
          event.stopPropagation();
          submit();
        }}
      >
        <DateField label={t('fromDate')} value={from} onValueChange={setFrom} order={order} />
        <DateField label={t('toDate')} value={to} onValueChange={setTo} order={order} />
        <div aria-live="polite">{problem && <Notice tone="danger">{t(problem)}</Notice>}</div>
      </Form>
    </Sheet>
  );
}

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4), paddingBlockEnd: space(2) });
