import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { formatPercent } from '../../../shared/lib/units';
import { type } from '../../../shared/theme/tokens';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Money } from '../../../shared/ui/Money';
import { useCardsQuery, useLimitsQuery, useTiersQuery } from '../api/endpoints';
import { TIER_UNIT } from '../model/tierRules';
import { type CardKind, LIMITS, type Limits, type List, type TextCard, type Tier, type TierKind } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Cards, RailCard } from './RailCard';
import { Section } from './Section';

const editors = async () => import(/* webpackChunkName: "settings-editors" */ './Editors');
const LimitsEditor = lazyLayer(async () => (await editors()).LimitsEditor);
const TiersEditor = lazyLayer(async () => (await editors()).TiersEditor);
const CardsEditor = lazyLayer(async () => (await editors()).CardsEditor);

interface SectionProps {
  readonly lock: EditLock;
}

interface ListProps<Kind> extends SectionProps {
  readonly kind: Kind;
  readonly sellerId: string;
}

/** Minimum amount, minimum packages, shipping, tax (part 2, 3.3). */
export function LimitsSection({ lock }: SectionProps): ReactElement {
  const t = useText('settings');
  return (
    <Section
      id="limits"
      lock={lock}
      query={useLimitsQuery(undefined)}
      summary={({ form: { minAmount, shipping } }) =>
        t('limits.summary', { amount: formatNumber(minAmount ?? 0), shipping: formatNumber(shipping ?? 0) })
      }
      view={({ form, tax }) => (
        <DefinitionGrid
          items={LIMITS.map((name) => ({ label: t(`limits.${name}`), value: limitText(name, { ...form, tax }) }))}
        />
      )}
      editor={(props) => <LimitsEditor {...props} />}
    />
  );
}

function limitText(name: (typeof LIMITS)[number], values: Limits['form'] & Pick<Limits, 'tax'>): ReactElement {
  const value = values[name] ?? 0;
  if (name === 'tax') return <bdi>{formatPercent(value)}</bdi>;
  return name === 'minPackages' ? <bdi>{formatNumber(value)}</bdi> : <Money amount={value} />;
}

/** Discounts by volume, amount or units (part 2, 3.4). Orders use them once that is turned on. */
export function TiersSection({ kind, sellerId, lock }: ListProps<TierKind>): ReactElement {
  const t = useText('settings');
  const amount = (value: number | null) => t(`amounts.${TIER_UNIT[kind]}`, { value: formatNumber(value ?? 0) });
  const view = ({ form: { items } }: List<Tier>): ReactElement =>
    items.length === 0 ? (
      <EmptyState text={t('lists.tiers.empty')} />
    ) : (
      <Cards label={t(`sections.${kind}`)}>
        {items.map(({ id, from, to, percent }, index) => (
          <RailCard
            key={id}
            title={t('lists.tiers.card', { number: formatNumber(index + 1) })}
            facts={[
              { label: t('tiers.from'), value: amount(from) },
              { label: t('tiers.to'), value: amount(to) },
              { label: t('tiers.percent'), value: formatPercent(Number(percent)) },
            ]}
          />
        ))}
      </Cards>
    );
  return (
    <Section
      id={kind}
      lock={lock}
      query={useTiersQuery(kind)}
      summary={({ form }) => t('count', { count: form.items.length })}
      view={view}
      editor={(props) => <TiersEditor {...props} kind={kind} sellerId={sellerId} />}
    />
  );
}

/** Other discounts, and the store's descriptions: cards of text (part 2, 3.4). */
export function CardsSection({ kind, sellerId, lock }: ListProps<CardKind>): ReactElement {
  const t = useText('settings');
  const view = ({ form: { items } }: List<TextCard>): ReactElement =>
    items.length === 0 ? (
      <EmptyState text={t('lists.cards.empty')} />
    ) : (
      <Cards label={t(`sections.${kind}`)}>
        {items.map(({ id, text }, index) => (
          <RailCard key={id} title={t('lists.cards.card', { number: formatNumber(index + 1) })}>
            <Words>
              <bdi>{text}</bdi>
            </Words>
          </RailCard>
        ))}
      </Cards>
    );
  return (
    <Section
      id={kind}
      lock={lock}
      query={useCardsQuery(kind)}
      summary={({ form }) => t('count', { count: form.items.length })}
      view={view}
      editor={(props) => <CardsEditor {...props} kind={kind} sellerId={sellerId} />}
    />
  );
}

const Words = styled.p({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
