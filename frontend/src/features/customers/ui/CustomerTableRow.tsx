import { ShoppingBasket } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { daysAgo, type JalaliDate, jalaliAt } from '../../../shared/lib/jalali';
import { DASH, joined } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { StatusDot } from '../../../shared/ui/Badge';
import { ContactLinks } from '../../../shared/ui/ContactLinks';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink, IconLink } from '../../../shared/ui/Link';
import { Phone } from '../../../shared/ui/Phone';
import { Cell, Cells, type Column, type Direction, TwoLines } from '../../../shared/ui/Table';
import type { Customer } from '../api/map';

export const TEMPLATE = 'minmax(0, 1.3fr) 6.5rem 8.5rem 7.5rem minmax(0, 1.3fr) minmax(0, 1.6fr) 8.75rem';

/** The headings; that of the last order turns the list around. */
export function useCustomerColumns(direction: Direction, onTurn: () => void): readonly Column[] {
  const t = useText('customer');
  return [
    { id: 'title', label: t('fields.title') },
    { id: 'state', label: t('state') },
    { id: 'lastOrder', label: t('lastOrder'), sort: { direction, onPress: onTurn } },
    { id: 'mobile', label: t('fields.mobile') },
    { id: 'shop', label: t('fields.shopName') },
    { id: 'address', label: t('fields.address') },
    { id: 'acts', label: t('acts'), labelHidden: true },
  ];
}

interface CustomerTableRowProps {
  readonly customer: Customer;
  /** A customer is being looked for to take an order from: the row leads there. */
  readonly taking: boolean;
  readonly today: JalaliDate;
}

/** A customer as a row of a table, all of what is known of it. */
export function CustomerTableRow({ customer, taking, today }: CustomerTableRowProps): ReactElement {
  const t = useText('customer');
  const { id, title, mobile, shopName, tradeType, activityArea, address, lastOrderAt, hasOpenOrder } = customer;
  return (
    <Cells template={TEMPLATE}>
      <Cell>
        <CardLink to={(taking ? paths.takeOrder : paths.customerOrders).href(id)}>{title}</CardLink>
      </Cell>
      <Cell>
        <StatusDot tone={hasOpenOrder ? 'danger' : 'success'}>{t(hasOpenOrder ? 'hasOrder' : 'noOrder')}</StatusDot>
      </Cell>
      <Cell>
        {lastOrderAt === null ? (
          <TwoLines first={DASH} second={t('neverOrdered')} />
        ) : (
          <TwoLines first={<Jalali date={lastOrderAt} time />} second={daysAgo(jalaliAt(lastOrderAt), today)} />
        )}
      </Cell>
      <Cell above>{mobile !== '' && <Phone number={mobile} />}</Cell>
      <Cell>
        <TwoLines first={shopName} second={tradeType} />
      </Cell>
      <Cell>
        <TwoLines first={activityArea} second={address} />
      </Cell>
      <Cell above end>
        <ContactLinks mobile={mobile} place={joined(activityArea, address)} variant="icon">
          {!taking && (
            <IconLink
              to={paths.takeOrder.href(id)}
              label={t('takeFrom', { name: title })}
              icon={<ShoppingBasket size={20} />}
            />
          )}
        </ContactLinks>
      </Cell>
    </Cells>
  );
}
