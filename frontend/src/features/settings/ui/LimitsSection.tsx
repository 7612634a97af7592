import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/useSchemaForm';
import { formatNumber, formatPercent } from '../../../shared/lib/format';
import { AmountField } from '../../../shared/ui/AmountField';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import { TextField } from '../../../shared/ui/TextField';
import { useEditLimitsMutation, useLimitsQuery } from '../api/endpoints';
import { limitsSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import type { Limit, LimitName, Versioned } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { type EditorProps, reread, useSave } from '../model/useSave';
import { Section } from './Section';
import { SectionForm } from './SectionForm';

const UNITS = { minAmount: 'toman', minPackages: 'packages', shipping: 'toman' } as const;

/** Minimum amount, minimum packages, shipping, tax (part 2, 3.3). */
export function LimitsSection({ lock }: { readonly lock: EditLock }): ReactElement {
  const { t } = useTranslation('settings');
  const query = useLimitsQuery(undefined);
  const limits = query.data?.value;
  return (
    <Section id="limits" lock={lock} query={query} summary={limits && t('limits.summary', summaryOf(limits))}>
      {query.data &&
        limits &&
        (lock.editing === 'limits' ? (
          <LimitsEditor given={query.data} reload={async () => reread(query.refetch)} onDone={lock.done} />
        ) : (
          <LimitsView limits={limits} />
        ))}
    </Section>
  );
}

const valueOf = (limits: readonly Limit[], wanted: LimitName): number =>
  limits.find(({ name }) => name === wanted)?.value ?? 0;

const typedOf = (limits: readonly Limit[]) => ({
  minAmount: valueOf(limits, 'minAmount'),
  minPackages: valueOf(limits, 'minPackages'),
  shipping: valueOf(limits, 'shipping'),
});

const summaryOf = (limits: readonly Limit[]) => ({
  amount: formatNumber(valueOf(limits, 'minAmount')),
  shipping: formatNumber(valueOf(limits, 'shipping')),
});

function LimitsView({ limits }: { readonly limits: readonly Limit[] }): ReactElement {
  const { t } = useTranslation('settings');
  const shown = ({ name, value }: Limit) => {
    if (name === 'tax') return <bdi>{formatPercent(value)}</bdi>;
    return name === 'minPackages' ? <bdi>{formatNumber(value)}</bdi> : <Money amount={value} />;
  };
  return <DefinitionGrid items={limits.map((limit) => ({ label: t(`limits.${limit.name}`), value: shown(limit) }))} />;
}

function LimitsEditor(props: EditorProps<Versioned<readonly Limit[]>>): ReactElement {
  const { t } = useTranslation('settings');
  const { given, reload, onDone } = props;
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
  const save = useSave({ id: 'limits', form, section, onDone });
  return (
    <SectionForm
      save={save}
      onDone={onDone}
      emptyText={t('fail.limitsEmpty')}
      current={<LimitsView limits={given.value} />}
    >
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
