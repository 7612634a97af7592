import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useTiersQuery } from '../api/endpoints';
import { reread } from '../model/editor';
import { TIER_UNIT } from '../model/tierRules';
import type { Tier, TierKind } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Cards, RailCard } from './RailCard';
import { Section } from './Section';

const TiersEditor = lazyLayer(
  async () => (await import(/* webpackChunkName: "settings-editors" */ './TiersEditor')).TiersEditor,
);

interface TiersSectionProps {
  readonly kind: TierKind;
  readonly sellerId: string;
  readonly lock: EditLock;
}

/** Discounts by volume, amount or units (part 2, 3.4). Orders use them once that is turned on. */
export function TiersSection({ kind, sellerId, lock }: TiersSectionProps): ReactElement {
  const { t } = useTranslation('settings');
  const query = useTiersQuery(kind);
  const tiers = query.data?.value;
  return (
    <Section id={kind} lock={lock} query={query} summary={tiers && t('count', { count: tiers.length })}>
      {query.data &&
        tiers &&
        (lock.editing === kind ? (
          <TiersEditor
            kind={kind}
            sellerId={sellerId}
            given={query.data}
            reload={async () => reread(query.refetch)}
            onClose={lock.done}
            waiting={<TiersView kind={kind} tiers={tiers} />}
          >
            <TiersView kind={kind} tiers={tiers} />
          </TiersEditor>
        ) : (
          <TiersView kind={kind} tiers={tiers} />
        ))}
    </Section>
  );
}

function TiersView({ kind, tiers }: { readonly kind: TierKind; readonly tiers: readonly Tier[] }): ReactElement {
  const { t } = useTranslation('settings');
  if (tiers.length === 0) return <EmptyState text={t('tiers.empty')} />;
  return (
    <Cards label={t(`sections.${kind}`)}>
      {tiers.map((tier, index) => (
        <RailCard
          key={tier.id}
          title={t('tiers.card', { number: formatNumber(index + 1) })}
          facts={[
            { label: t('tiers.from'), value: t(`amounts.${TIER_UNIT[kind]}`, { value: formatNumber(tier.from ?? 0) }) },
            { label: t('tiers.to'), value: t(`amounts.${TIER_UNIT[kind]}`, { value: formatNumber(tier.to ?? 0) }) },
            { label: t('tiers.percent'), value: formatPercent(Number(tier.percent)) },
          ]}
        />
      ))}
    </Cards>
  );
}
