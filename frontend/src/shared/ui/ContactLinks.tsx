import styled from '@emotion/styled';
import { MapPin, MessageCircle } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { mapUrl, whatsAppUrl } from '../lib/contact';
import { localDigits, onlyDigits } from '../lib/digits';
import { maskMobile } from '../lib/masks';
import { space } from '../theme/tokens';
import { buttonStyles } from './buttonStyles';

interface ContactLinksProps {
  /** In any digits; only a mobile number has a chat. */
  readonly mobile: string;
  readonly place: string;
}

/** The chat with somebody, and where they are. */
export function ContactLinks({ mobile, place }: ContactLinksProps): ReactElement | null {
  const t = useText('ui');
  const chat = whatsAppUrl(mobile);
  if (chat === null && place === '') return null;
  const map = mapUrl(place, navigator.userAgent);
  return (
    <Row>
      {chat !== null && (
        <Out
          href={chat}
          target="_blank"
          rel="noreferrer"
          data-variant="secondary"
          data-size="sm"
          aria-label={t('whatsAppTo', { number: localDigits(maskMobile(onlyDigits(mobile))) })}
        >
          <MessageCircle size={18} />
          {t('whatsApp')}
        </Out>
      )}
      {place !== '' && (
        <Out
          href={map}
          // A map app takes the place of no tab.
          {...(map.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
          data-variant="secondary"
          data-size="sm"
          aria-label={t('mapOf', { place })}
        >
          <MapPin size={18} />
          {t('map')}
        </Out>
      )}
    </Row>
  );
}

const Row = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(3) });
const Out = styled.a(buttonStyles);
