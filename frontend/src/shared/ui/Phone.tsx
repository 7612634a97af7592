import styled from '@emotion/styled';
import { Phone as PhoneIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { localDigits, onlyDigits } from '../lib/digits';
import { maskMobile } from '../lib/masks';
import { colors, motion, radius, size, space, touchTarget, type } from '../theme/tokens';

interface PhoneProps {
  /** In any digits. */
  readonly number: string;
  /** `button` is a separate 44 px target with an icon, `icon` only that. */
  readonly variant?: 'text' | 'button' | 'icon';
}

/** A telephone number that can be called; digits keep their order. */
export function Phone({ number, variant = 'text' }: PhoneProps): ReactElement {
  const t = useText('ui');
  const digits = onlyDigits(number);
  const text = localDigits(maskMobile(digits));
  return (
    <Call href={`tel:${digits}`} data-variant={variant} aria-label={t('call', { number: text })}>
      {variant !== 'text' && <PhoneIcon size={variant === 'icon' ? 20 : 18} />}
      {variant !== 'icon' && <bdi dir="ltr">{text}</bdi>}
    </Call>
  );
}

const Call = styled.a({
  ...type.label,
  // Above a card's own link.
  position: 'relative',
  zIndex: 1,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: size.touch,
  color: colors.brand,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  borderRadius: radius.button,
  transition: `background-color ${motion.press}`,
  '&[data-variant="button"]': { paddingInline: space(4), backgroundColor: colors.brandSoft },
  '&[data-variant="icon"]': { ...touchTarget, borderRadius: radius.full, backgroundColor: colors.brandSoft },
  '@media (hover: hover)': { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '6px' } },
});
