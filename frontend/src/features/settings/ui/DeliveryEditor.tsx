import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatNumber } from '../../../shared/lib/format';
import { parseJalali } from '../../../shared/lib/jalali';
import { maskTime } from '../../../shared/lib/masks';
import { DateField } from '../../../shared/ui/DateField';
import { DigitField } from '../../../shared/ui/DigitField';
import { SelectField } from '../../../shared/ui/SelectField';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditRuleMutation } from '../api/endpoints';
import { MAX_DAYS } from '../model/delivery';
import type { EditorProps } from '../model/editor';
import { ruleSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import { DELIVERY, type DeliveryRule, type RuleKind, type Versioned } from '../model/types';
import { useSave } from '../model/useSave';
import { DeliveryPreview } from './DeliveryPreview';
import { SectionForm } from './SectionForm';

const TIME_DIGITS = 4;
const NONE = '-1';
const RANGE = Array.from({ length: MAX_DAYS }, (_, index) => String(index + 1));
const SCHEMAS = { 1: ruleSchema(1), 2: ruleSchema(2) } as const;

interface DeliveryEditorProps extends EditorProps<Versioned<DeliveryRule>> {
  readonly kind: RuleKind;
}

export function DeliveryEditor({ kind, given, reload, onClose, children }: DeliveryEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [edit] = useEditRuleMutation();
  const section = useSectionEdit({
    given,
    reload,
    formOf: ({ value: { start, end, preparation, daysAfter, cutOff } }) => ({
      start,
      end,
      preparation,
      daysAfter,
      cutOff,
    }),
    toBody: ({ value }, typed) => ({ ...value, ...typed }),
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
  });
  const form = useSchemaForm(SCHEMAS[kind], section.now());
  const save = useSave({ id: DELIVERY, form, section, onClose, duration: toastDuration.default });
  const prepared = form.bind('preparation');
  const after = form.bind('daysAfter');

  /** A period that ends before it starts is refused at once, and what hangs on it is cleared (part 2, section 5). */
  const period = (side: 'start' | 'end') => {
    const field = form.bind(side);
    return {
      ...field,
      onValueChange: (text: string): void => {
        field.onValueChange(text);
        const [from, to] = [form.getValues('start'), form.getValues('end')].map((date) => parseJalali(date));
        if (!from || !to || from <= to) return;
        toast.error(t('fail.period'), save.toasts);
        form.setValue('start', '', { shouldDirty: true });
        prepared.onValueChange(null);
      },
    };
  };

  const days = RANGE.map((value) => ({ value, label: t('delivery.days', { count: formatNumber(Number(value)) }) }));
  return (
    <SectionForm save={save} onClose={onClose} emptyText={t('fail.delivery.empty')} current={children}>
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
      <DeliveryPreview kind={kind} rule={{ ...given.value, ...form.getValues() }} />
    </SectionForm>
  );
}
