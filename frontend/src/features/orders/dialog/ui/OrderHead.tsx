import styled from '@emotion/styled';
import { RotateCcw } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import type { FullOrder } from '../../../../entities/order/sheet';
import { statusTone } from '../../../../entities/order/status';
import { useMedia } from '../../../../shared/hooks/useMedia';
import { useText } from '../../../../shared/i18n/useText';
import { formatNumber } from '../../../../shared/lib/format';
import { DASH, orDash } from '../../../../shared/lib/punctuation';
import { media, query } from '../../../../shared/theme/media';
import { colors, radius, space, type } from '../../../../shared/theme/tokens';
import { Badge, StatusDot } from '../../../../shared/ui/Badge';
import { Code } from '../../../../shared/ui/Code';
import { type Definition, DefinitionGrid } from '../../../../shared/ui/DefinitionGrid';
import { Inline } from '../../../../shared/ui/Layout';
import { MoreButton } from '../../../../shared/ui/MoreButton';
import { Phone } from '../../../../shared/ui/Phone';

/** The order's code, status and customer. */
export function OrderHead({ order }: { readonly order: FullOrder }): ReactElement {
  const t = useText('order');
  const wide = useMedia(query.tabletUp);
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { customer } = order;
  const main: Definition[] = [
    { label: t('info.customer'), value: orDash(customer.name) },
    { label: t('info.mobile'), value: customer.mobile === '' ? DASH : <Phone number={customer.mobile} /> },
    { label: t('info.shop'), value: orDash(customer.shopName) },
    { label: t('info.trade'), value: orDash(customer.tradeType) },
  ];
  const rest: Definition[] = [
    { label: t('info.landline'), value: customer.landline === '' ? DASH : <Phone number={customer.landline} /> },
    { label: t('info.area'), value: orDash(customer.activityArea) },
    { label: t('info.seller'), value: orDash(order.sellerTitle) },
    { label: t('info.createdAt'), value: <bdi>{orDash(order.createdAt)}</bdi> },
    { label: t('info.deliveryDate'), value: <bdi>{orDash(order.deliveryDate)}</bdi> },
    { label: t('info.address'), value: orDash(customer.address), wide: true },
  ];
  return (
    <Well aria-label={t('info.label')}>
      <Inline justify="space-between" gap={3} wrap>
        <Title>
          <Code>{order.code}</Code>
        </Title>
        <Inline gap={3} wrap>
          {order.revision > 0 && <Revision>{t('info.revision', { number: formatNumber(order.revision) })}</Revision>}
          {order.reopened && order.status === 'open' && (
            <Badge tone="warning" icon={<RotateCcw size={14} />}>
              {t('info.reopened')}
            </Badge>
          )}
          <StatusDot tone={statusTone[order.status]}>{t(`status.${order.status}`)}</StatusDot>
        </Inline>
      </Inline>
      <Facts id={detailsId}>
        <DefinitionGrid items={wide || isOpen ? [...main, ...rest] : main} />
      </Facts>
      {!wide && (
        <MoreButton size="sm" isOpen={isOpen} controls={detailsId} onToggle={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'info.less' : 'info.more')}
        </MoreButton>
      )}
    </Well>
  );
}

const Well = styled.section({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  padding: space(4),
  borderRadius: radius.card,
  backgroundColor: colors.sunken,
});

const Title = styled.h3(type.heading);

const Revision = styled.span({ ...type.caption, color: colors.muted });

const Facts = styled.div({
  '& dd': { overflowWrap: 'anywhere' },
  // Aligns the number, and not its larger hit area, with the line.
  '& dd > a': { marginBlock: `calc(-1 * ${space(3)})` },
  [media.tabletUp]: {
    // Four in a line; the address takes the rest of the last line.
    '& > dl[data-layout] > div': { flex: `0 0 calc(25% - ${space(3)})` },
    '& > dl[data-layout] > [data-wide="true"]': { flex: '1 0 50%' },
  },
});
