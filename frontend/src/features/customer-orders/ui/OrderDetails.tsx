import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { DASH, joined, orDash } from '../../../shared/lib/punctuation';
import { ContactLinks } from '../../../shared/ui/ContactLinks';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Phone } from '../../../shared/ui/Phone';
import type { OrderRow } from '../api/map';

/** Whose order it is, how they are reached, and who sells. */
export function OrderDetails({ order }: { readonly order: OrderRow }): ReactElement {
  const t = useText('customer');
  const { title, mobile, landline, tradeType, shopName, activityArea, address } = order.customer;
  const number = (digits: string) => (digits === '' ? DASH : <Phone number={digits} />);
  return (
    <>
      <DefinitionGrid
        items={[
          { label: t('fields.title'), value: orDash(title), wide: true },
          { label: t('fields.mobile'), value: number(mobile) },
          { label: t('fields.landline'), value: number(landline) },
          { label: t('fields.tradeType'), value: orDash(tradeType) },
          { label: t('fields.shopName'), value: orDash(shopName) },
          { label: t('fields.activityArea'), value: orDash(activityArea), wide: true },
          { label: t('fields.address'), value: orDash(address), wide: true },
          { label: t('seller'), value: orDash(order.sellerTitle), wide: true },
        ]}
      />
      <ContactLinks mobile={mobile} place={joined(activityArea, address)} />
    </>
  );
}
