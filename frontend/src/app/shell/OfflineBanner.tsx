import styled from '@emotion/styled';
import { WifiOff } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable, subscribeReachable } from '../../shared/api/connection';
import { useOnline } from '../../shared/hooks/useOnline';
import { media } from '../../shared/theme/media';
import { colors, iconStroke, layer, space, type } from '../../shared/theme/tokens';

/** Stays until the network, or the server's answer, is back. */
export function OfflineBanner(): ReactElement {
  const { t } = useTranslation();
  const online = useOnline();
  const reachable = useSyncExternalStore(subscribeReachable, isReachable);
  return (
    <div role="status">
      {(!online || !reachable) && (
        <Bar>
          <WifiOff size={18} strokeWidth={iconStroke} aria-hidden />
          {t(online ? 'offline.server' : 'offline.device')}
          <Hint>{t('offline.hint')}</Hint>
        </Bar>
      )}
    </div>
  );
}

const Hint = styled.span({ display: 'none', [media.tabletUp]: { display: 'inline' } });

const Bar = styled.div({
  ...type.label,
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: layer.bar,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(2),
  paddingBlock: space(2),
  paddingInline: space(4),
  backgroundColor: colors.warningSoft,
  color: colors.warningText,
  '@media print': { display: 'none' },
});
