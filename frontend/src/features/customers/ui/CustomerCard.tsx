import styled from '@emotion/styled';
import { ShoppingBasket } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { daysAgo, isoInstant, type JalaliDate, jalaliAt } from '../../../shared/lib/jalali';
import { DASH, joined, orDash } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { colors, rem, space, type } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Chevron } from '../../../shared/ui/Chevron';
import { CardDetails, CompactCard } from '../../../shared/ui/CompactCard';
import { ContactLinks } from '../../../shared/ui/ContactLinks';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { IconButton } from '../../../shared/ui/IconButton';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink, IconLink } from '../../../shared/ui/Link';
import { Phone } from '../../../shared/ui/Phone';
import type { Customer } from '../api/map';

interface CustomerCardProps {
  readonly customer: Customer;
  /** A customer is being looked for to take an order from: the card leads there. */
  readonly taking: boolean;
  readonly today: JalaliDate;
  readonly isOpen: boolean;
  readonly onToggle: (customerId: string) => void;
}

/** A customer: the whole card leads to its orders, the number calls it, the basket takes a new order. */
export function CustomerCard({ customer, taking, today, isOpen, onToggle }: CustomerCardProps): ReactElement {
  const t = useText('customer');
  const detailsId = useId();
  return (
    <CompactCard interactive as="article">
      <Head>
        <Name>
          <CardLink to={(taking ? paths.takeOrder : paths.customerOrders).href(customer.id)}>{customer.title}</CardLink>
        </Name>
        <StatusDot tone={customer.hasOpenOrder ? 'danger' : 'success'}>
          {t(customer.hasOpenOrder ? 'hasOrder' : 'noOrder')}
        </StatusDot>
      </Head>
      <Line>
        <Facts>
          <p>{customer.shopName === '' ? customer.tradeType : customer.shopName}</p>
          <LastOrder at={customer.lastOrderAt} today={today} />
        </Facts>
        <Acts>
          {!taking && (
            <IconLink
              to={paths.takeOrder.href(customer.id)}
              variant="soft"
              label={t('takeFrom', { name: customer.title })}
              icon={<ShoppingBasket size={20} />}
            />
          )}
          {customer.mobile !== '' && <Phone number={customer.mobile} variant="icon" />}
          <IconButton
            label={t(isOpen ? 'less' : 'more')}
            icon={<Chevron size={20} />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => onToggle(customer.id)}
          />
        </Acts>
      </Line>
      {isOpen && <Details id={detailsId} customer={customer} />}
    </CompactCard>
  );
}

function LastOrder({ at, today }: { readonly at: number | null; readonly today: JalaliDate }): ReactElement {
  const t = useText('customer');
  if (at === null) return <p>{t('neverOrdered')}</p>;
  return (
    <p>
      {t('lastOrder')} <time dateTime={isoInstant(at)}>{daysAgo(jalaliAt(at), today)}</time>
    </p>
  );
}

function Details({ id, customer }: { readonly id: string; readonly customer: Customer }): ReactElement {
  const t = useText('customer');
  const { mobile, lastOrderAt, tradeType, shopName, activityArea, address } = customer;
  return (
    <CardDetails id={id}>
      <DefinitionGrid
        items={[
          { label: t('fields.mobile'), value: mobile === '' ? DASH : <Phone number={mobile} /> },
          { label: t('lastOrder'), value: lastOrderAt === null ? DASH : <Jalali date={lastOrderAt} time /> },
          { label: t('fields.shopName'), value: orDash(shopName) },
          { label: t('fields.tradeType'), value: orDash(tradeType) },
          { label: t('fields.activityArea'), value: orDash(activityArea), wide: true },
          { label: t('fields.address'), value: orDash(address), wide: true },
        ]}
      />
      <ContactLinks mobile={mobile} place={joined(activityArea, address)} />
    </CardDetails>
  );
}

const Head = styled.div({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space(3),
});

const Name = styled.h2({
  ...type.body,
  lineHeight: rem(24),
  fontWeight: 600,
  minInlineSize: 0,
  overflowWrap: 'anywhere',
});

const Line = styled.div({ display: 'flex', alignItems: 'center', gap: space(2) });
const Facts = styled.div({ ...type.caption, flex: 1, minInlineSize: 0, color: colors.muted, overflowWrap: 'anywhere' });

// Above the card's own link.
const Acts = styled.div({ display: 'flex', flex: 'none', gap: space(1), '& > *': { zIndex: 1 } });
