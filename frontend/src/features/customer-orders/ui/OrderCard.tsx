import styled from '@emotion/styled';
import { Eye, History as HistoryIcon, Printer } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { statusTone } from '../../../entities/order/status';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { DASH, orDash } from '../../../shared/lib/punctuation';
import type { DialogName } from '../../../shared/navigation/dialogs';
import { paths } from '../../../shared/navigation/paths';
import { centred, colors, radius, space, type } from '../../../shared/theme/tokens';
import { ActionMenu } from '../../../shared/ui/ActionMenu';
import { StatusDot } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';
import { Inline } from '../../../shared/ui/Layout';
import { LinkButton } from '../../../shared/ui/Link';
import { Money } from '../../../shared/ui/Money';
import { MoreButton } from '../../../shared/ui/MoreButton';
import { Phone } from '../../../shared/ui/Phone';
import type { OrderRow } from '../api/map';

interface OrderCardProps {
  readonly order: OrderRow;
  readonly number: number;
  readonly customerId: string;
  readonly isOpen: boolean;
  readonly onToggle: (orderId: string) => void;
  readonly onDialog: (name: DialogName, orderId: string) => void;
}

/** One order, with the customer's details when it is open. */
export function OrderCard(props: OrderCardProps): ReactElement {
  const { order, number, customerId, isOpen, onToggle, onDialog } = props;
  const t = useText('customer');
  const detailsId = useId();
  const dialog = (name: DialogName) => () => onDialog(name, order.id);
  return (
    <Column as="article">
      <Inline wrap justify="space-between" gap={3}>
        <Inline gap={3}>
          <Rank>{formatNumber(number)}</Rank>
          <Title>
            <Code>{order.code}</Code>
          </Title>
        </Inline>
        <Inline gap={1} style={AT_THE_END}>
          <StatusDot tone={statusTone[order.status]}>{order.statusText}</StatusDot>
          <Corner>
            <ActionMenu
              label={t('actions.label', { code: localDigits(order.code) })}
              items={[
                { id: 'order', label: t('actions.show'), icon: <Eye />, onAction: dialog('order') },
                { id: 'invoice', label: t('actions.print'), icon: <Printer />, onAction: dialog('invoice') },
                { id: 'history', label: t('actions.history'), icon: <HistoryIcon />, onAction: dialog('history') },
              ]}
            />
          </Corner>
        </Inline>
      </Inline>
      <DefinitionGrid
        items={[
          { label: t('seller'), value: orDash(order.sellerTitle), wide: true },
          { label: t('registeredOn'), value: order.createdAt === null ? DASH : <Jalali date={order.createdAt} time /> },
          { label: t('deliveredOn'), value: order.deliveryDate === null ? DASH : <Jalali date={order.deliveryDate} /> },
        ]}
      />
      {isOpen && (
        <Details id={detailsId}>
          <CustomerDetails customer={order.customer} />
        </Details>
      )}
      <Total>
        <span>{t('total')}</span>
        <Money amount={order.total} size="amount" />
      </Total>
      <Inline gap={3} justify="space-between">
        <MoreButton isOpen={isOpen} controls={detailsId} onToggle={() => onToggle(order.id)}>
          {t(isOpen ? 'less' : 'more')}
        </MoreButton>
        <LinkButton variant="secondary" to={paths.order.href(customerId, order.id)}>
          {t('details')}
        </LinkButton>
      </Inline>
    </Column>
  );
}

function CustomerDetails({ customer }: { readonly customer: OrderRow['customer'] }): ReactElement {
  const t = useText('customer');
  return (
    <DefinitionGrid
      items={[
        { label: t('fields.title'), value: orDash(customer.title), wide: true },
        { label: t('fields.mobile'), value: customer.mobile === '' ? DASH : <Phone number={customer.mobile} /> },
        { label: t('fields.landline'), value: customer.landline === '' ? DASH : <Phone number={customer.landline} /> },
        { label: t('fields.tradeType'), value: orDash(customer.tradeType) },
        { label: t('fields.shopName'), value: orDash(customer.shopName) },
        { label: t('fields.activityArea'), value: orDash(customer.activityArea), wide: true },
        { label: t('fields.address'), value: orDash(customer.address), wide: true },
      ]}
    />
  );
}

const Column = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(3) });
const Title = styled.h2(type.heading);

/** Also when it wraps to its own line. */
const AT_THE_END = { marginInlineStart: 'auto' } as const;

// The icon, not its hit area, lines up with the end of the card's text.
const Corner = styled.span({
  display: 'inline-flex',
  marginInlineEnd: `calc(-1 * ${space(3)})`,
  marginBlock: `calc(-1 * ${space(2)})`,
});

const Rank = styled.span({
  ...type.caption,
  ...centred,
  flex: 'none',
  minInlineSize: '28px',
  blockSize: '28px',
  paddingInline: space(1),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
  color: colors.muted,
});

const Details = styled.div({ padding: space(3), borderRadius: radius.button, backgroundColor: colors.sunken });

const Total = styled.p({
  ...type.label,
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  paddingBlockStart: space(3),
  borderBlockStart: `1px solid ${colors.line}`,
  '& > span': { color: colors.muted },
});
