import styled from '@emotion/styled';
import { MapPin, ShoppingBasket, Store } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink, IconLink } from '../../../shared/ui/Link';
import { Phone } from '../../../shared/ui/Phone';
import type { Customer } from '../api/map';

interface CustomerCardProps {
  readonly customer: Customer;
  /** A customer is being looked for to take an order from: the card leads there. */
  readonly taking: boolean;
}

/** A customer: the whole card leads to its orders, the number calls it, the basket takes a new order. */
export function CustomerCard({ customer, taking }: CustomerCardProps): ReactElement {
  const t = useText('customer');
  const shop = joined(customer.shopName, customer.tradeType);
  const place = joined(customer.activityArea, customer.address);
  return (
    <Tall interactive as="article">
      <Line>
        <Name>
          <CardLink to={(taking ? paths.takeOrder : paths.customerOrders).href(customer.id)}>{customer.title}</CardLink>
        </Name>
        <StatusDot tone={customer.hasOpenOrder ? 'danger' : 'success'}>
          {t(customer.hasOpenOrder ? 'hasOrder' : 'noOrder')}
        </StatusDot>
      </Line>
      {shop !== '' && (
        <Detail>
          <Store size={18} />
          {shop}
        </Detail>
      )}
      {place !== '' && (
        <Detail>
          <MapPin size={18} />
          {place}
        </Detail>
      )}
      <Foot>
        <Acts>
          {customer.mobile !== '' && <Phone number={customer.mobile} variant="button" />}
          {!taking && (
            <IconLink
              to={paths.takeOrder.href(customer.id)}
              variant="soft"
              label={t('takeFrom', { name: customer.title })}
              icon={<ShoppingBasket size={20} />}
            />
          )}
        </Acts>
        <Last>
          {t('lastOrder')}
          <span>{customer.lastOrderAt === null ? t('neverOrdered') : <Jalali date={customer.lastOrderAt} time />}</span>
        </Last>
      </Foot>
    </Tall>
  );
}

const Tall = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(2) });

const Line = styled.div({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: space(3) });
const Name = styled.h2({ ...type.heading, minInlineSize: 0, overflowWrap: 'anywhere' });

const Detail = styled.p({
  ...type.label,
  display: 'flex',
  gap: space(2),
  fontWeight: 400,
  color: colors.muted,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginBlockStart: '3px' },
});

const Foot = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  marginBlockStart: 'auto',
  paddingBlockStart: space(2),
});

// Above the card's own link.
const Acts = styled.div({ display: 'flex', gap: space(2), '& > *': { zIndex: 1 } });

const Last = styled.p({
  ...type.caption,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-end',
  color: colors.muted,
  '& > span': { color: colors.text },
});
