import { ClipboardList, PackageSearch, PackageX } from 'lucide-react';
import type { ReactElement } from 'react';
import type { CatalogueProduct } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { DetailsSkeleton } from '../../../entities/product/ui/ProductSkeletons';
import { TypeInfoSheet } from '../../../entities/product/ui/TypeInfoSheet';
import { asAppError } from '../../../shared/api/appError';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { SEPARATOR } from '../../../shared/lib/punctuation';
import { paths } from '../../../shared/navigation/paths';
import { Code } from '../../../shared/ui/Code';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { PageBody, Stack } from '../../../shared/ui/Layout';
import { IconLink, LinkButton } from '../../../shared/ui/Link';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { useProductQuery } from '../api/endpoints';
import { EditingProvider } from './EditingProvider';
import { ProductCard } from './ProductCard';
import { RightsNotice, useIsChild } from './RightsNotice';

export interface ProductDetailsPageProps {
  readonly productId: string;
  /** The type whose sheet is open. */
  readonly infoTypeId: string | null;
  readonly onInfo: (typeId: string) => void;
  readonly onInfoClose: () => void;
}

/** One product of the catalogue with all its types, to look at and to edit. */
export function ProductDetailsPage(props: ProductDetailsPageProps): ReactElement {
  const isChild = useIsChild();
  return (
    <EditingProvider place="details" allowed={isChild.data !== true}>
      <Page {...props} isChild={isChild} />
    </EditingProvider>
  );
}

interface PageProps extends ProductDetailsPageProps {
  readonly isChild: ReturnType<typeof useIsChild>;
}

function Page({ productId, infoTypeId, onInfo, onInfoClose, isChild }: PageProps): ReactElement {
  const t = useText('catalogue');
  const { editingId } = useEditing();
  const { data, error, isFetching, refetch } = useProductQuery(productId, { refetchOnMountOrArgChange: true });
  const missing = error !== undefined && asAppError(error).status === NOT_FOUND;
  useErrorToast(missing ? undefined : error, 'productLoad');
  const loading = useSteadyLoading(isFetching && data === undefined);
  // After a failed refresh the old data stays on the screen: somebody may be typing into it.
  const failed = error !== undefined && data === undefined;
  const infoType = data?.types.find(({ id }) => id === infoTypeId);
  return (
    <>
      <PageHeader
        title={t('details.title')}
        subtitle={data ? <Subtitle product={data} /> : undefined}
        backTo={paths.products.href()}
        closeTo={paths.home.href()}
        tone={editingId === null ? 'default' : 'warning'}
        progress={isFetching && data !== undefined}
        actions={
          data && (
            <IconLink
              to={`${paths.orders.href()}?product=${encodeURIComponent(productId)}`}
              label={t('details.orders')}
              icon={<ClipboardList size={22} />}
            />
          )
        }
      />
      <PageBody>
        {missing && <Nothing text={t('details.missing')} icon={<PackageSearch />} />}
        {failed && !missing && (
          <FailedRead error={error} isFetching={isFetching} refetch={refetch} otherwise="productLoad" />
        )}
        {loading && data === undefined && !failed && <DetailsSkeleton />}
        {!missing && (data === null || data?.types.length === 0) && (
          <Nothing text={t('details.empty')} icon={<PackageX />} />
        )}
        {!missing && data && data.types.length > 0 && (
          <Stack gap={4}>
            <RightsNotice isChild={isChild} />
            <ProductCard product={data} canEdit={isChild.data === false} layout="page" onInfo={onInfo} />
          </Stack>
        )}
      </PageBody>
      {infoType && data && <TypeInfoSheet typeId={infoType.id} title={data.title} onClose={onInfoClose} />}
    </>
  );
}

function Subtitle({ product: { title, code } }: { readonly product: CatalogueProduct }): ReactElement {
  return (
    <>
      {title}
      {code !== '' && (
        <>
          {SEPARATOR}
          <Code>{code}</Code>
        </>
      )}
    </>
  );
}

function Nothing({ text, icon }: { readonly text: string; readonly icon: ReactElement }): ReactElement {
  const t = useText('catalogue');
  return (
    <EmptyState
      text={text}
      icon={icon}
      action={
        <LinkButton variant="secondary" to={paths.products.href()}>
          {t('details.toProducts')}
        </LinkButton>
      }
    />
  );
}
