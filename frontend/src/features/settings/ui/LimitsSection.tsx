import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent } from '../../../shared/lib/format';
import { AmountField } from '../../../shared/ui/AmountField';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { TextField } from '../../../shared/ui/TextField';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditLimitsMutation, useLimitsQuery } from '../api/endpoints';
import type { Limit, LimitName, Versioned } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { reread, useSave } from '../model/useSave';
import { ConflictDialog } from './ConflictDialog';
import { EditBar, Section } from './Section';

const long = { duration: toastDuration.long };
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

interface LimitsEditorProps {
  readonly given: Versioned<readonly Limit[]>;
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
}

function LimitsEditor({ given, reload, onDone }: LimitsEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  // What is not typed stays as it was seen, also when the page is read again meanwhile.
  const [limits] = useState(given.value);
  const [typed, setTyped] = useState<Readonly<Partial<Record<LimitName, number | null>>>>({});
  const [tried, setTried] = useState(false);
  const [edit] = useEditLimitsMutation();
  const { busy, save, conflict } = useSave({
    version: given.version,
    send: (write: Parameters<typeof edit>[0]) => edit(write).unwrap(),
    reload,
    onSaved: onDone,
  });
  const valueIn = ({ name, value }: Limit): number | null => (name in typed ? (typed[name] ?? null) : value);
  const submit = (): void => {
    setTried(true);
    if (limits.some((limit) => valueIn(limit) === null)) {
      toast.error(t('fail.limitsEmpty'), long);
      return;
    }
    void save(limits.map((limit) => ({ ...limit, value: valueIn(limit) ?? 0 })));
  };
  return (
    <form
      noValidate
      aria-label={t('sections.limits')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {limits.map((limit) =>
          limit.name === 'tax' ? (
            <TextField
              key={limit.name}
              label={t('limits.tax')}
              description={t('limits.taxHelp')}
              value={formatPercent(limit.value)}
              readOnly
              onValueChange={() => undefined}
            />
          ) : (
            <AmountField
              key={limit.name}
              label={t(`limits.${limit.name}`)}
              unit={t(UNITS[limit.name])}
              value={valueIn(limit)}
              error={tried && valueIn(limit) === null ? t('fail.required') : null}
              onValueChange={(value) => setTyped((now) => ({ ...now, [limit.name]: value }))}
            />
          ),
        )}
        <EditBar
          busy={busy}
          onCancel={() => {
            toast.info(t('done.dropped'), long);
            onDone();
          }}
        />
        <ConflictDialog conflict={conflict} section="limits" busy={busy} onTaken={onDone}>
          <LimitsView limits={given.value} />
        </ConflictDialog>
      </Stack>
    </form>
  );
}
