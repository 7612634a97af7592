import styled from '@emotion/styled';
import { BadgeCheck, ChevronRight, type LucideIcon, Store, UserRound } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { TimeLeft } from '../../../entities/subscription/ui/TimeLeft';
import { useDaysLeft } from '../../../entities/subscription/useDaysLeft';
import { useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { StatusDot } from '../../../shared/ui/Badge';
import { Sheet } from '../../../shared/ui/Sheet';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { toast } from '../../../shared/ui/Toast';
import { useConnectedQuery } from '../api/endpoints';
import type { SellerMenuProps } from './SellerMenu';

/** Account, subscription and store, each with its state. */
export function StatusSheet({ onOpen, onClose }: Pick<SellerMenuProps, 'onOpen' | 'onClose'>): ReactElement {
  const t = useText('business');
  const titles = useText('subscription');
  const connected = useConnectedQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: info, error: unread } = useSubscriptionQuery(undefined);
  const days = useDaysLeft(info);
  const storeIsOpen = useStoreIsOpen();
  useErrorToast(connected.error);

  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  /** Waits for the answer if it is not there yet, and does nothing if the sheet was closed meanwhile. */
  const onAccount = async (): Promise<void> => {
    const answer = connected.data ?? (await connected.refetch()).data;
    if (!isOpen.current || answer === undefined) return;
    if (answer) onOpen('account');
    else toast.info(t('connectFirst'));
  };
  const waiting = (failed: boolean): ReactNode => (failed ? titles('unread') : <Skeleton width="56px" height="20px" />);
  const word = (active: boolean | undefined, failed: boolean): ReactNode => {
    if (active === undefined) return waiting(failed);
    return <StatusDot tone={active ? 'success' : 'neutral'}>{t(active ? 'active' : 'inactive')}</StatusDot>;
  };
  return (
    <Sheet isOpen onClose={onClose} title={titles('menu')} width={400}>
      <List>
        <Item
          id={2}
          Icon={UserRound}
          title={t('items.account')}
          active={connected.data === true}
          state={word(connected.data, connected.error !== undefined)}
          onPress={() => void onAccount()}
        />
        <Item
          id={3}
          Icon={BadgeCheck}
          title={t('items.subscription')}
          note={info?.subscription?.title}
          active={days !== null && days > 0}
          state={info ? <TimeLeft info={info} /> : waiting(unread !== undefined)}
          onPress={() => onOpen('subscription')}
        />
        <Item
          id={4}
          Icon={Store}
          title={t('items.store')}
          active={storeIsOpen === true}
          state={word(storeIsOpen, false)}
          onPress={() => onOpen('store')}
        />
      </List>
    </Sheet>
  );
}

interface ItemProps {
  /** As the platform numbers its items. */
  readonly id: number;
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly note?: string | undefined;
  readonly active: boolean;
  readonly state: ReactNode;
  readonly onPress: () => void;
}

function Item({ id, Icon, title, note, active, state, onPress }: ItemProps): ReactElement {
  return (
    <li>
      <Row type="button" data-item={id} data-active={active || undefined} onClick={onPress}>
        <Sign>
          <Icon size={22} />
        </Sign>
        <Words>
          <strong>{title}</strong>
          {note !== undefined && <small>{note}</small>}
        </Words>
        {state}
        <ChevronRight className="flip" size={18} />
      </Row>
    </li>
  );
}

const List = styled.ul({ display: 'flex', flexDirection: 'column', gap: space(2) });

const Sign = styled.span({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '44px',
  blockSize: '44px',
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  color: colors.muted,
});

const Words = styled.span({
  flex: 1,
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  textAlign: 'start',
  '& > strong': { ...type.label, fontWeight: 600 },
  '& > small': { ...type.caption, color: colors.muted },
});

/** Grey on a sunken background while it is not active. */
const Row = styled.button({
  ...type.label,
  inlineSize: '100%',
  minBlockSize: '68px',
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  paddingInline: space(3),
  paddingBlock: space(2),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  backgroundColor: colors.sunken,
  color: colors.muted,
  transition: `border-color ${motion.press}`,
  [media.hover]: { '&:hover': { borderColor: colors.lineStrong } },
  '& > svg': { flex: 'none', color: colors.muted },
  '&[data-active]': { backgroundColor: colors.surface, color: colors.text },
  '&[data-active] > span:first-of-type': { backgroundColor: colors.brandSoft, color: colors.brand },
});
