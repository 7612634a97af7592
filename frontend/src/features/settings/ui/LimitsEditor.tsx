import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatPercent } from '../../../shared/lib/units';
import { AmountField } from '../../../shared/ui/AmountField';
import { TextField } from '../../../shared/ui/TextField';
import { useEditLimitsMutation } from '../api/endpoints';
import type { EditorProps } from '../model/editor';
import { limitsSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import { type Limit, limitOf, type Versioned } from '../model/types';
import { useSave } from '../model/useSave';
import { SectionForm } from './SectionForm';

const UNITS = { minAmount: 'toman', minPackages: 'packages', shipping: 'toman' } as const;

const typedOf = (limits: readonly Limit[]) => ({
  minAmount: limitOf(limits, 'minAmount'),
  minPackages: limitOf(limits, 'minPackages'),
  shipping: limitOf(limits, 'shipping'),
});

export function LimitsEditor({
  given,
  reload,
  onClose,
  children,
}: EditorProps<Versioned<readonly Limit[]>>): ReactElement {
  const { t } = useTranslation('settings');
  const [edit] = useEditLimitsMutation();
  const section = useSectionEdit({
    given,
    reload,
    formOf: ({ value }) => typedOf(value),
    toBody: ({ value }, form) =>
      value.map((limit) => (limit.name === 'tax' ? limit : { ...limit, value: form[limit.name] })),
    send: (write: Parameters<typeof edit>[0]) => edit(write).unwrap(),
  });
  const form = useSchemaForm(limitsSchema, section.now());
  const save = useSave({ id: 'limits', form, section, onClose });
  return (
    <SectionForm save={save} onClose={onClose} emptyText={t('fail.limitsEmpty')} current={children}>
      {given.value.map(({ name, value }) =>
        name === 'tax' ? (
          <TextField
            key={name}
            label={t('limits.tax')}
            description={t('limits.taxHelp')}
            value={formatPercent(value)}
            readOnly
            onValueChange={() => undefined}
          />
        ) : (
          <AmountField key={name} label={t(`limits.${name}`)} unit={t(UNITS[name])} {...form.bind(name)} />
        ),
      )}
    </SectionForm>
  );
}
