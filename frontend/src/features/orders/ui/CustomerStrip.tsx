import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { OrderHead } from '../../../entities/order/types';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { joined, orDash } from '../../../shared/lib/punctuation';
import { query } from '../../../shared/theme/media';
import { colors, rem, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Phone } from '../../../shared/ui/Phone';

/** Whose order it is and when, with a button that calls. */
export function CustomerStrip({ head }: { readonly head: OrderHead }): ReactElement {
  const { customer, createdAt, deliveryDate } = head;
  const t = useText('order');
  const wide = useMedia(query.tabletUp);
  const number = customer.mobile === '' ? customer.landline : customer.mobile;
  return (
    <Strip as="section" padding="none" aria-label={t('head.label')}>
      <Words>
        <strong>{orDash(joined(customer.name, customer.shopName))}</strong>
        <Dates>
          {createdAt !== '' && <span>{t('head.createdAt', { date: createdAt })}</span>}
          <span>{deliveryDate === '' ? t('head.noDelivery') : t('head.deliveryDate', { date: deliveryDate })}</span>
        </Dates>
      </Words>
      {number !== '' && <Phone number={number} variant={wide ? 'button' : 'icon'} />}
    </Strip>
  );
}

const Strip = styled(Card)({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  paddingBlock: space(2),
  paddingInline: space(3),
});

const Words = styled.div({
  flex: 1,
  minInlineSize: 0,
  '& > strong': { ...type.label, display: 'block', fontWeight: 600, lineHeight: rem(22), overflowWrap: 'anywhere' },
});

const Dates = styled.p({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space(3),
  color: colors.muted,
});
