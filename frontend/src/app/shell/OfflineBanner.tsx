import { Global } from '@emotion/react';
import styled from '@emotion/styled';
import { WifiOff } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { isReachable, subscribeReachable } from '../../shared/api/connection';
import { useOnline } from '../../shared/hooks/useOnline';
import { useText } from '../../shared/i18n/useText';
import { media } from '../../shared/theme/media';
import { colors, layer, space, type } from '../../shared/theme/tokens';

/** Other sticky parts begin below it. */
const BAR = '40px';

/** Stays until the network is back or the server answers again. */
export function OfflineBanner(): ReactElement {
  const t = useText('common');
  const online = useOnline();
  const reachable = useSyncExternalStore(subscribeReachable, isReachable);
  return (
    <Place role="status">
      {(!online || !reachable) && (
        <Bar>
          <Global styles={{ ':root': { '--above': BAR } }} />
          <WifiOff size={18} />
          {t(online ? 'offline.server' : 'offline.device')}
          <Hint>{t('offline.hint')}</Hint>
        </Bar>
      )}
    </Place>
  );
}

const Hint = styled.span({ display: 'none', [media.tabletUp]: { display: 'inline' } });

const Place = styled.div({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: layer.bar,
  [media.short]: { position: 'static' },
  [media.print]: { display: 'none' },
});

const Bar = styled.div({
  ...type.label,
  blockSize: BAR,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space(2),
  paddingInline: space(4),
  backgroundColor: colors.warningSoft,
  color: colors.warningText,
});
