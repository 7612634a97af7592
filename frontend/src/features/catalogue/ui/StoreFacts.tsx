import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import type { Seller } from '../../../entities/seller/types';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { Money } from '../../../shared/ui/Money';
import { Phone } from '../../../shared/ui/Phone';
import { Skeleton } from '../../../shared/ui/Skeleton';

interface StoreFactsProps {
  /** Undefined while it is on its way. */
  readonly seller: Seller | undefined;
}

const FACTS = ['visitor', 'mobile', 'minPackages', 'productCount', 'minAmount', 'shipping'] as const;

/** The visitor with the phone number, and the minimum of an order. */
export function StoreFacts({ seller }: StoreFactsProps): ReactElement {
  const t = useText('catalogue');
  const factOf = (fact: (typeof FACTS)[number], { form, limits, productTypeCount }: Seller) =>
    ({
      visitor: localDigits(form.representative),
      mobile: form.mobile === '' ? t('store.noMobile') : <Phone number={form.mobile} />,
      minPackages: t('store.packages', { number: formatNumber(limits.minPackages) }),
      productCount: t('store.types', { number: formatNumber(productTypeCount) }),
      minAmount: <Money amount={limits.minAmount} />,
      shipping: <Money amount={limits.shipping} />,
    })[fact] satisfies ReactNode;
  return (
    <Card as="section" aria-label={t('store.info')} aria-busy={seller === undefined}>
      <Facts>
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt>{t(`store.${fact}`)}</dt>
            <dd>{seller ? factOf(fact, seller) : <Skeleton width="70%" />}</dd>
          </div>
        ))}
      </Facts>
    </Card>
  );
}

const Facts = styled.dl({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: space(4),
  rowGap: space(2),
  '& > div': { minInlineSize: 0 },
  '& dt': { ...type.caption, color: colors.muted },
  // As high as a number that can be pressed: nothing moves when the facts arrive.
  '& dd': {
    ...type.label,
    display: 'flex',
    alignItems: 'center',
    minBlockSize: '28px',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  // Its touch target of 44 px overlaps the lines around it.
  '& dd > a': { marginBlock: '-8px' },
  [media.tabletUp]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [media.desktopUp]: { gridTemplateColumns: 'repeat(6, auto)', justifyContent: 'space-between' },
});
