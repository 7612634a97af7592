import styled from '@emotion/styled';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { Seller } from '../../../entities/seller/types';
import { useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { container, media } from '../../../shared/theme/media';
import { poster } from '../../../shared/theme/poster';
import { space, type } from '../../../shared/theme/tokens';
import { BackLink, IconLink } from '../../../shared/ui/Link';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { StoreBackdrop, StoreSign, StoreState } from '../../../shared/ui/StoreBackdrop';

interface StoreHeaderProps {
  /** Undefined while it is on its way; null without a store. */
  readonly seller: Seller | null | undefined;
  /** Before the cross. */
  readonly actions?: ReactNode;
}

/** The store's picture with its sign, name and state; back and close both lead to the dashboard. */
export function StoreHeader({ seller, actions }: StoreHeaderProps): ReactElement {
  const t = useText(['catalogue', 'ui']);
  const isOpen = useStoreIsOpen();
  const state = t(isOpen ? 'store.active' : 'store.inactive');
  return (
    <Frame>
      <StoreBackdrop picture={seller?.backgroundUrl ?? ''} />
      <Bar>
        <BackLink to={paths.dashboard.href()} label={t('ui:back')} icon={<ArrowLeft className="flip" size={22} />} />
        <Title>{t('title')}</Title>
        {actions}
        <IconLink to={paths.dashboard.href()} label={t('ui:close')} icon={<X size={22} />} />
      </Bar>
      <Line>
        <StoreSign />
        <Name>{seller === undefined ? <Skeleton width="160px" height="22px" /> : seller?.form.title}</Name>
        {seller && isOpen !== undefined && (
          <StoreState active={isOpen} word={state} sentence={t('store.is', { state })} />
        )}
      </Line>
    </Frame>
  );
}

const Frame = styled.header({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  blockSize: '188px',
  paddingBlockStart: 'env(safe-area-inset-top)',
  paddingBlockEnd: space(12),
  backgroundColor: poster.ground,
  color: poster.text,
  '& a, & button': { color: 'inherit' },
  '& a:focus-visible, & button:focus-visible': { outlineColor: poster.text },
  '& > div': { inlineSize: '100%', maxInlineSize: container.list, marginInline: 'auto' },
  [media.desktopUp]: { blockSize: '212px' },
});

const Bar = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(1),
  minBlockSize: '56px',
  paddingInline: space(2),
  [media.desktopUp]: { paddingInline: space(6) },
});

const Title = styled.h1({ ...type.heading, fontWeight: 700, flex: 1, minInlineSize: 0 });

const Line = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minInlineSize: 0,
  paddingInline: space(4),
  [media.desktopUp]: { paddingInline: space(8) },
});

const Name = styled.p({
  ...type.title,
  flex: 1,
  minInlineSize: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
