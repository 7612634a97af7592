import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { DASH, joined, orDash } from '../../../shared/lib/punctuation';
import { ContactLinks } from '../../../shared/ui/ContactLinks';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Jalali } from '../../../shared/ui/Jalali';
import { Phone } from '../../../shared/ui/Phone';
import type { OrderRow } from '../api/map';

interface OrderDetailsProps {
  readonly order: OrderRow;
  /** For a card that has no room for the promised day. */
  readonly withDelivery?: boolean;
}

/** Whose order it is, how they are reached, and who sells. */
export function OrderDetails({ order, withDelivery = false }: OrderDetailsProps): ReactElement {
  const t = useText('customer');
  const { customer, deliveryDate, sellerTitle } = order;
  const { title, mobile, landline, tradeType, shopName, activityArea, address } = customer;
  const number = (digits: string) => (digits === '' ? DASH : <Phone number={digits} />);
  return (
    <>
      <DefinitionGrid
        items={[
          ...(withDelivery
            ? [
                {
                  label: t('deliveredOn'),
                  value: deliveryDate === null ? DASH : <Jalali date={deliveryDate} />,
                  wide: true,
                },
              ]
            : []),
          { label: t('fields.title'), value: orDash(title), wide: true },
          { label: t('fields.mobile'), value: number(mobile) },
          { label: t('fields.landline'), value: number(landline) },
          { label: t('fields.tradeType'), value: orDash(tradeType) },
          { label: t('fields.shopName'), value: orDash(shopName) },
          { label: t('fields.activityArea'), value: orDash(activityArea), wide: true },
          { label: t('fields.address'), value: orDash(address), wide: true },
          { label: t('seller'), value: orDash(sellerTitle), wide: true },
        ]}
      />
      <ContactLinks mobile={mobile} place={joined(activityArea, address)} />
    </>
  );
}
