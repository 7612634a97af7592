import styled from '@emotion/styled';
import { LogOut as LogOutIcon, ShoppingBasket } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useSellerQuery, useSellerStatusQuery, useSellerSummaryQuery } from '../../../entities/seller/endpoints';
import { capabilitiesOf } from '../../../entities/seller/sellerType';
import { LogOut } from '../../../entities/session/ui/LogOut';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import { useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { container, media } from '../../../shared/theme/media';
import { centred, colors, size, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { LinkButton, TextLink } from '../../../shared/ui/Link';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { Banner } from './Banner';
import { InfoStrip } from './InfoStrip';
import { Tiles } from './Tiles';

interface HomePageProps {
  /** A notice for sellers with a subscription. */
  readonly reminder: ReactNode;
  /** The round button with the state of account, subscription and store, of the same sellers. */
  readonly menu: ReactNode;
}

/** Read again on every visit, because orders may have been placed meanwhile; the old answers stay until then. */
const fresh = { refetchOnMountOrArgChange: true } as const;

export function HomePage({ reminder, menu }: HomePageProps): ReactElement {
  const t = useText('home');
  const status = useSellerStatusQuery(undefined, fresh);
  const summary = useSellerSummaryQuery(undefined, fresh);
  const seller = useSellerQuery(undefined, fresh);
  const storeIsOpen = useStoreIsOpen();
  const slow = useSteadyLoading(status.isLoading);
  useErrorToast(status.error);
  const may = slow ? undefined : status.data && capabilitiesOf(status.data.type);
  const subscribes = may?.floatingMenu === true;
  const subscription = useSubscriptionQuery(undefined, { skip: !subscribes });
  // The seller's type is unknown then: what every seller may open stays in reach.
  const failed = !may && !slow && status.error !== undefined;
  // The foot comes when everything above it is known, or it would jump.
  const ends = failed || (may && (!subscribes || subscription.data !== undefined || subscription.error !== undefined));
  return (
    <Frame>
      <Banner
        name={seller.data?.form.title ?? summary.data?.title}
        representative={seller.data?.form.representative ?? ''}
        active={storeIsOpen}
        background={seller.data?.backgroundUrl ?? ''}
      />
      <Content>
        <InfoStrip subscribes={subscribes} />
        {(may || failed) && (
          <LinkButton to={`${paths.customers.href()}?take=1`} size="lg" icon={<ShoppingBasket />}>
            {t('take')}
          </LinkButton>
        )}
        {(may || failed) && <Tiles may={may} summary={summary.data} loading={summary.isLoading} />}
        {/* Below the tiles, because it arrives after them and would push them down. */}
        {subscribes && reminder}
        {slow && <SkeletonCards count={2} />}
        {failed && status.error && (
          <ErrorState lines={errorLines(status.error)} onRetry={() => void status.refetch()} busy={status.isFetching} />
        )}
      </Content>
      {ends && <Foot logOutLink={failed || may?.logoutLink === true} underMenu={subscribes} />}
      {subscribes && menu}
    </Frame>
  );
}

function Foot({ logOutLink, underMenu }: { logOutLink: boolean; underMenu: boolean }): ReactElement {
  const t = useText('common');
  const ofHome = useText('home');
  return (
    <Footer data-under={underMenu || undefined}>
      {logOutLink && (
        <LogOut
          button={(label, onClick) => (
            <Button variant="ghost" icon={<LogOutIcon className="flip" size={18} />} onClick={onClick}>
              {label}
            </Button>
          )}
        />
      )}
      <Links aria-label={t('footer.label')}>
        <TextLink to={paths.sessions.href()}>{ofHome('account')}</TextLink>
        <TextLink to={paths.rules.href()}>{t('footer.rules')}</TextLink>
        <TextLink to={paths.about.href()}>{t('footer.about')}</TextLink>
        <TextLink to={paths.faq.href()}>{t('footer.faq')}</TextLink>
      </Links>
    </Footer>
  );
}

const Frame = styled.div({
  display: 'flex',
  flexDirection: 'column',
  minBlockSize: '100dvh',
  inlineSize: '100%',
  maxInlineSize: container.list,
  marginInline: 'auto',
  [media.desktopUp]: { padding: space(8) },
});

const Content = styled.div({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: space(4),
  paddingInline: space(4),
  // The strip of date and clock overlaps the banner by half.
  marginBlockStart: `calc(-1 * ${space(6)})`,
  zIndex: 1,
  [media.desktopUp]: { paddingInline: 0, gap: space(5) },
});

const Footer = styled.footer({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space(1),
  paddingBlock: `${space(6)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  color: colors.muted,
  // Room for the round button, which would hide the links.
  '&[data-under]': { paddingBlockEnd: `calc(${space(20)} + env(safe-area-inset-bottom))` },
  [media.desktopUp]: { '&[data-under]': { paddingBlockEnd: space(3) } },
});

const Links = styled.nav({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space(6),
  '& > a': {
    ...centred,
    minBlockSize: size.touch,
    minInlineSize: size.touch,
  },
});
