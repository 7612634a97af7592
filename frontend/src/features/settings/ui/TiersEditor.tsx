import type { ReactElement } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatNumber } from '../../../shared/lib/format';
import { AmountField } from '../../../shared/ui/AmountField';
import { DigitField } from '../../../shared/ui/DigitField';
import { useEditTiersMutation } from '../api/endpoints';
import { newCardId } from '../model/cardIds';
import type { EditorProps } from '../model/editor';
import { tiersSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import { isComplete, TIER_UNIT } from '../model/tierRules';
import type { Tier, TierKind, Versioned } from '../model/types';
import { useSave } from '../model/useSave';
import { RailEditor } from './RailEditor';
import { SectionForm } from './SectionForm';

const NEW: Omit<Tier, 'id'> = { from: null, to: null, percent: '' };
const PERCENT_PLACES = 2;

interface TiersEditorProps extends EditorProps<Versioned<readonly Tier[]>> {
  readonly kind: TierKind;
  readonly sellerId: string;
}

/** All tiers of a kind; they are saved together or not at all. */
export function TiersEditor({ kind, sellerId, given, reload, onClose, children }: TiersEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [edit] = useEditTiersMutation();
  const section = useSectionEdit({
    given,
    reload,
    formOf: ({ value }) => ({ items: [...value] }),
    toBody: (_now, { items }) => ({ sellerId, items }),
    send: (write: Omit<Parameters<typeof edit>[0], 'kind'>) => edit({ kind, ...write }).unwrap(),
  });
  const form = useSchemaForm(tiersSchema, section.now());
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items', keyName: 'key' });
  const save = useSave({ id: kind, form, section, onClose });
  const last: Tier | undefined = form.bind('items').value.at(-1);
  const unit = t(TIER_UNIT[kind]);
  return (
    <SectionForm save={save} onClose={onClose} emptyText={t(`fail.${kind}Empty`)} current={children}>
      <RailEditor
        label={save.toasts.thing}
        keys={fields.map(({ key }) => key)}
        titleOf={(index) => t('tiers.card', { number: formatNumber(index + 1) })}
        isInvalid={(index) => form.getFieldState(`items.${index}`, form.formState).invalid}
        addLabel={t('tiers.add')}
        addRefused={last && !isComplete(last) ? t('tiers.finishLast') : undefined}
        onAdd={() => append({ id: newCardId(), ...NEW })}
        onRemove={remove}
      >
        {(index) => (
          <>
            <AmountField label={t('tiers.from')} unit={unit} {...form.bind(`items.${index}.from`)} />
            <AmountField label={t('tiers.to')} unit={unit} {...form.bind(`items.${index}.to`)} />
            <DigitField
              label={t('tiers.percent')}
              decimals={PERCENT_PLACES}
              maxDigits={6}
              endSlot={t('percent')}
              {...form.bind(`items.${index}.percent`)}
            />
          </>
        )}
      </RailEditor>
    </SectionForm>
  );
}
