import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { type } from '../../../shared/theme/tokens';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useCardsQuery } from '../api/endpoints';
import { reread } from '../model/editor';
import type { CardKind, TextCard } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { Cards, RailCard } from './RailCard';
import { Section } from './Section';

const CardsEditor = lazyLayer(
  async () => (await import(/* webpackChunkName: "settings-editors" */ './CardsEditor')).CardsEditor,
);

interface CardsSectionProps {
  readonly kind: CardKind;
  readonly sellerId: string;
  readonly lock: EditLock;
}

/** Other discounts, and the store's descriptions: cards of text (part 2, 3.4). */
export function CardsSection({ kind, sellerId, lock }: CardsSectionProps): ReactElement {
  const { t } = useTranslation('settings');
  const query = useCardsQuery(kind);
  const cards = query.data?.value;
  return (
    <Section id={kind} lock={lock} query={query} summary={cards && t('count', { count: cards.length })}>
      {query.data &&
        cards &&
        (lock.editing === kind ? (
          <CardsEditor
            kind={kind}
            sellerId={sellerId}
            given={query.data}
            reload={async () => reread(query.refetch)}
            onClose={lock.done}
            waiting={<CardsView kind={kind} cards={cards} />}
          >
            <CardsView kind={kind} cards={cards} />
          </CardsEditor>
        ) : (
          <CardsView kind={kind} cards={cards} />
        ))}
    </Section>
  );
}

function CardsView({ kind, cards }: { readonly kind: CardKind; readonly cards: readonly TextCard[] }): ReactElement {
  const { t } = useTranslation('settings');
  if (cards.length === 0) return <EmptyState text={t('cards.empty')} />;
  return (
    <Cards label={t(`sections.${kind}`)}>
      {cards.map(({ id, text }, index) => (
        <RailCard key={id} title={t('cards.card', { number: formatNumber(index + 1) })}>
          <Words>
            <bdi>{text}</bdi>
          </Words>
        </RailCard>
      ))}
    </Cards>
  );
}

const Words = styled.p({ ...type.body, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
