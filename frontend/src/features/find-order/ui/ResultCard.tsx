import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { statusTone } from '../../../entities/order/status';
import { useText } from '../../../shared/i18n/useText';
import { orDash } from '../../../shared/lib/punctuation';
import { colors, space, type } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Inline } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import type { FoundOrder } from '../api/endpoints';

interface ResultCardProps {
  readonly order: FoundOrder;
  readonly onOpen: () => void;
}

/** An order that carries the code: its seller, its customer and its total. */
export function ResultCard({ order, onOpen }: ResultCardProps): ReactElement {
  const t = useText('findOrder');
  const titleId = useId();
  return (
    <Column as="article" aria-labelledby={titleId}>
      <Inline justify="space-between" gap={3}>
        <Title id={titleId}>{orDash(order.sellerTitle)}</Title>
        <StatusDot tone={statusTone[order.status]}>{t(`status.${order.status}`)}</StatusDot>
      </Inline>
      <DefinitionGrid
        items={[
          { label: t('customer'), value: orDash(order.customerName) },
          { label: t('shop'), value: orDash(order.shopName) },
          { label: t('createdAt'), value: <bdi>{orDash(order.createdAt)}</bdi> },
          { label: t('total'), value: <Money amount={order.total} /> },
        ]}
      />
      <Button variant="secondary" aria-describedby={titleId} onClick={onOpen}>
        {t('open')}
      </Button>
    </Column>
  );
}

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Title = styled.h2({ ...type.heading, color: colors.text, minInlineSize: 0, overflowWrap: 'anywhere' });
