import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { parseJalali } from '../../../shared/lib/jalali';
import { maskTime } from '../../../shared/lib/masks';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { SelectField } from '../../../shared/ui/SelectField';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { type DeliveryRule, toRuleBody } from '../api/map';
import { MAX_DAYS } from '../model/delivery';
import { ruleSchema } from '../model/schema';
import { DELIVERY, type RuleKind } from '../model/types';
import { useSectionForm } from '../model/useSectionForm';
import { DeliveryPreview } from './DeliveryPreview';
import type { EditorProps } from './Section';
import { SectionForm } from './SectionForm';

const TIME_DIGITS = 4;
const NONE = '-1';
const RANGE = Array.from({ length: MAX_DAYS }, (_, index) => String(index + 1));

interface DeliveryEditorProps extends EditorProps<DeliveryRule> {
  readonly kind: RuleKind;
}

export function DeliveryEditor({ kind, children, ...props }: DeliveryEditorProps): ReactElement {
  const t = useText('settings');
  const section = useSectionForm({
    id: DELIVERY,
    schema: () => ruleSchema(kind),
    toBody: toRuleBody(kind),
    duration: toastDuration.default,
    ...props,
  });
  const { form } = section;
  const prepared = form.bind('preparation');
  const after = form.bind('daysAfter');

  /** A period that ends before it starts is refused at once, and start and preparation cleared (part 2, section 5). */
  const period = (side: 'start' | 'end') => {
    const field = form.bind(side);
    return {
      ...field,
      onValueChange: (text: string): void => {
        field.onValueChange(text);
        const [from, to] = [form.getValues('start'), form.getValues('end')].map((date) => parseJalali(date));
        if (!from || !to || from <= to) return;
        toast.error(t('fail.period'), section.toasts);
        form.setValue('start', '', { shouldDirty: true });
        prepared.onValueChange(null);
      },
    };
  };

  const days = RANGE.map((value) => ({ value, label: t('delivery.days', { count: formatNumber(Number(value)) }) }));
  return (
    <SectionForm section={section} current={children}>
      {kind === 1 ? (
        <>
          <DateField label={t('delivery.start')} {...period('start')} />
          <DateField label={t('delivery.end')} {...period('end')} />
          <SelectField
            label={t('delivery.preparation')}
            options={[{ value: NONE, label: t('delivery.noPreparation') }, ...days]}
            value={prepared.value === null ? NONE : String(prepared.value)}
            onValueChange={(value) => prepared.onValueChange(value === NONE ? null : Number(value))}
          />
        </>
      ) : (
        <>
          <SelectField
            label={t('delivery.daysAfter')}
            placeholder={t('seller.choose')}
            options={days}
            value={after.value === null ? '' : String(after.value)}
            error={after.error}
            onValueChange={(value) => after.onValueChange(Number(value))}
          />
          <DigitField
            label={t('delivery.cutOff')}
            description={t('delivery.cutOffHelp')}
            placeholder={t('delivery.timeHint')}
            maxDigits={TIME_DIGITS}
            format={maskTime}
            {...form.bind('cutOff')}
          />
        </>
      )}
      <DeliveryPreview kind={kind} rule={form.getValues()} />
    </SectionForm>
  );
}
