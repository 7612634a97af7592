import styled from '@emotion/styled';
import { HistoryIcon, KeyRound, Store } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSellerQuery } from '../../../entities/seller/endpoints';
import type { Seller } from '../../../entities/seller/types';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { container, media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { LinkRow } from '../../../shared/ui/LinkRow';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useEditLock } from '../model/useEditLock';
import { AppliedTiers } from './AppliedTiers';
import { ChoicesSection } from './ChoicesSection';
import { DeliveryBlock } from './DeliveryBlock';
import { SectionNav } from './SectionNav';
import { CardsSection, LimitsSection, TiersSection } from './Sections';
import { SellerSection } from './SellerSection';

const NORMAL = 1;

/** The seller's settings: nine sections, of which one at most is open or edited, and the delivery rule. */
export function SettingsPage(): ReactElement {
  const t = useText('settings');
  const record = useSellerQuery(undefined, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(record.isLoading);
  useErrorToast(record.error, 'settingsLoad');
  const failed = record.data === undefined && record.error;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={record.data?.form.title}
        backTo={paths.home.href()}
        closeTo={paths.home.href()}
        progress={record.isFetching && record.data !== undefined}
      />
      <PageBody>
        {failed && <FailedRead {...record} error={failed} otherwise="settingsLoad" />}
        {loading && !failed && <SkeletonCards count={6} lines={1} />}
        {record.data === null && <EmptyState text={t('noStore')} icon={<Store />} />}
        {!loading && record.data && <Sections seller={record.data} />}
      </PageBody>
    </>
  );
}

function Sections({ seller }: { readonly seller: Seller }): ReactElement {
  const t = useText('settings');
  const lock = useEditLock();
  const { id } = seller;
  return (
    <Columns>
      <SectionNav lock={lock} />
      <Stack gap={3}>
        <SellerSection lock={lock} />
        <ChoicesSection of="brand" lock={lock} />
        <ChoicesSection of="region" lock={lock} />
        <LimitsSection lock={lock} />
        <AppliedTiers />
        <TiersSection kind="volume" sellerId={id} lock={lock} />
        <TiersSection kind="amount" sellerId={id} lock={lock} />
        <TiersSection kind="unit" sellerId={id} lock={lock} />
        <CardsSection kind="others" sellerId={id} lock={lock} />
        <CardsSection kind="texts" sellerId={id} lock={lock} />
        {/* Above the delivery block, whose height changes while it loads: it would move the links under the finger. */}
        <LinkRow to={paths.sessions.href()} Icon={KeyRound} label={t('account')} />
        <LinkRow to={paths.activity.href()} Icon={HistoryIcon} label={t('activity')} />
        <DeliveryBlock kind={seller.type === NORMAL ? 1 : 2} lock={lock} />
      </Stack>
    </Columns>
  );
}

const Columns = styled.div({
  maxInlineSize: container.form,
  marginInline: 'auto',
  [media.desktopUp]: {
    maxInlineSize: 'none',
    display: 'grid',
    gridTemplateColumns: '280px minmax(0, 1fr)',
    alignItems: 'start',
    gap: space(6),
  },
});
