import styled from '@emotion/styled';
import { History, KeyRound, Store } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSellerQuery } from '../../../entities/seller/endpoints';
import type { Seller } from '../../../entities/seller/types';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { container, media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { LinkRow } from '../../../shared/ui/LinkRow';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { useEditLock } from '../model/useEditLock';
import { AppliedTiers } from './AppliedTiers';
import { BrandsSection, RegionsSection } from './ChoicesSection';
import { DeliveryBlock } from './DeliveryBlock';
import { SectionNav } from './SectionNav';
import { CardsSection, LimitsSection, TiersSection } from './Sections';
import { SellerSection } from './SellerSection';

const NORMAL = 1;

/** The seller's settings: nine sections, of which one is open and one at most is edited, and the delivery rule. */
export function SettingsPage(): ReactElement {
  const t = useText('settings');
  const record = useSellerQuery(undefined, { refetchOnMountOrArgChange: true });
  const loading = useSteadyLoading(record.isLoading);
  useErrorToast(record.error, 'settingsLoad');
  const failed = record.error !== undefined && record.data === undefined;
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
        {failed && (
          <ErrorState
            lines={errorLines(record.error ?? { kind: 'contract', lines: [] }, 'settingsLoad')}
            busy={record.isFetching}
            onRetry={() => void record.refetch()}
          />
        )}
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
      <Panel gap={3}>
        <SellerSection lock={lock} />
        <BrandsSection lock={lock} />
        <RegionsSection lock={lock} />
        <LimitsSection lock={lock} />
        <AppliedTiers />
        <TiersSection kind="volume" sellerId={id} lock={lock} />
        <TiersSection kind="amount" sellerId={id} lock={lock} />
        <TiersSection kind="unit" sellerId={id} lock={lock} />
        <CardsSection kind="others" sellerId={id} lock={lock} />
        <CardsSection kind="texts" sellerId={id} lock={lock} />
        {/* Above what comes later and is as high as it happens to be: a link that moves under the finger leads nowhere. */}
        <LinkRow to={paths.sessions.href()} Icon={KeyRound} label={t('account')} />
        <LinkRow to={paths.activity.href()} Icon={History} label={t('activity')} />
        <DeliveryBlock kind={seller.type === NORMAL ? 1 : 2} lock={lock} />
      </Panel>
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

const Panel = styled(Stack)({ minInlineSize: 0 });
