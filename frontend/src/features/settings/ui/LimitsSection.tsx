import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Money } from '../../../shared/ui/Money';
import { useLimitsQuery } from '../api/endpoints';
import { reread } from '../model/editor';
import { type Limit, limitOf } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Section } from './Section';

const LimitsEditor = lazyLayer(
  async () => (await import(/* webpackChunkName: "settings-editors" */ './LimitsEditor')).LimitsEditor,
);

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
          <LimitsEditor
            given={query.data}
            reload={async () => reread(query.refetch)}
            onClose={lock.done}
            waiting={<LimitsView limits={limits} />}
          >
            <LimitsView limits={limits} />
          </LimitsEditor>
        ) : (
          <LimitsView limits={limits} />
        ))}
    </Section>
  );
}

const summaryOf = (limits: readonly Limit[]) => ({
  amount: formatNumber(limitOf(limits, 'minAmount')),
  shipping: formatNumber(limitOf(limits, 'shipping')),
});

function LimitsView({ limits }: { readonly limits: readonly Limit[] }): ReactElement {
  const { t } = useTranslation('settings');
  const shown = ({ name, value }: Limit) => {
    if (name === 'tax') return <bdi>{formatPercent(value)}</bdi>;
    return name === 'minPackages' ? <bdi>{formatNumber(value)}</bdi> : <Money amount={value} />;
  };
  return <DefinitionGrid items={limits.map((limit) => ({ label: t(`limits.${limit.name}`), value: shown(limit) }))} />;
}
