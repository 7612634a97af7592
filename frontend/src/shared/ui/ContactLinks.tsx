import styled from '@emotion/styled';
import { MapPin, MessageCircle } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../i18n/useText';
import { mapUrl, whatsAppUrl } from '../lib/contact';
import { localDigits, onlyDigits } from '../lib/digits';
import { maskMobile } from '../lib/masks';
import { colors, space, type } from '../theme/tokens';
import { buttonStyles, iconButtonStyles } from './buttonStyles';

interface ContactLinksProps {
  /** In any digits; only a mobile number has a chat. */
  readonly mobile: string;
  readonly place: string;
  /** `icon`: without words, for a row of a table. */
  readonly variant?: 'button' | 'icon';
  /** Before them. */
  readonly children?: ReactNode;
}

/** The chat with somebody, and where they are. */
export function ContactLinks({ mobile, place, variant = 'button', children }: ContactLinksProps): ReactElement | null {
  const t = useText('ui');
  const chat = whatsAppUrl(mobile);
  const map = place === '' ? null : mapUrl(place, navigator.userAgent);
  const Out = variant === 'icon' ? IconOut : ButtonOut;
  return (
    <Row data-variant={variant}>
      {children}
      {chat !== null && (
        <Out
          {...LEAVING}
          href={chat}
          aria-label={t('whatsAppTo', { number: localDigits(maskMobile(onlyDigits(mobile))) })}
        >
          <MessageCircle size={18} />
          {variant === 'button' && t('whatsApp')}
        </Out>
      )}
      {map !== null && (
        // A map app takes the place of no tab.
        <Out {...(map.startsWith('https:') && LEAVING)} href={map} aria-label={t('mapOf', { place })}>
          <MapPin size={18} />
          {variant === 'button' && t('map')}
        </Out>
      )}
    </Row>
  );
}

const LEAVING = { target: '_blank', rel: 'noreferrer' } as const;

const Row = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(3),
  '&:empty': { display: 'none' },
  '&[data-variant="icon"]': { flexWrap: 'nowrap', justifyContent: 'flex-end', gap: 0 },
});

const ButtonOut = styled.a({
  ...buttonStyles,
  ...type.caption,
  fontWeight: 600,
  paddingInline: space(4),
  borderColor: colors.lineStrong,
  backgroundColor: colors.surface,
  color: colors.text,
});
const IconOut = styled.a({ ...iconButtonStyles, color: colors.muted });
