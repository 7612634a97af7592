import styled from '@emotion/styled';
import { Gauge } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, layer, motion, radius, space } from '../../../shared/theme/tokens';
import { lazyLayer } from '../../../shared/ui/lazyLayer';

const MenuParts = lazyLayer(async () => (await import('./MenuParts')).MenuParts, 'business');

/** What the address may open: the list of the three items, or one of them. */
const PARTS = ['status', 'account', 'subscription', 'store'] as const;
export type MenuPart = (typeof PARTS)[number];

export interface SellerMenuProps {
  /** From the address. */
  readonly part: string | null;
  readonly onOpen: (part: MenuPart) => void;
  readonly onClose: () => void;
  /** Opens a payment, or its receipt. */
  readonly onPayment: (id: string) => void;
}

/** The round button of sellers with a subscription, and what it opens. */
export function SellerMenu({ part, onOpen, onClose, onPayment }: SellerMenuProps): ReactElement {
  const t = useText('subscription');
  const openPart = PARTS.find((name) => name === part);
  return (
    <>
      <Round
        type="button"
        aria-label={t('menu')}
        title={t('menu')}
        aria-haspopup="dialog"
        onClick={() => onOpen('status')}
      >
        <Gauge size={26} />
      </Round>
      {openPart && <MenuParts part={openPart} onOpen={onOpen} onClose={onClose} onPayment={onPayment} />}
    </>
  );
}

const SIZE = '56px';

const Round = styled.button({
  position: 'fixed',
  insetBlockEnd: `calc(${space(5)} + env(safe-area-inset-bottom))`,
  insetInlineEnd: space(5),
  zIndex: layer.fab,
  display: 'grid',
  placeItems: 'center',
  inlineSize: SIZE,
  blockSize: SIZE,
  border: 0,
  borderRadius: radius.full,
  backgroundColor: colors.brand,
  color: colors.onBrand,
  boxShadow: colors.shadow2,
  transition: `box-shadow ${motion.press}`,
  [media.hover]: { '&:hover': { boxShadow: colors.shadow3 } },
  [media.print]: { display: 'none' },
});
