import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { useProductsInfiniteQuery } from '../../../entities/product/catalogue/endpoints';
import { useSettledText } from '../../../shared/hooks/useSettledText';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { Stack } from '../../../shared/ui/Layout';
import { SearchField } from '../../../shared/ui/SearchField';
import { Sheet } from '../../../shared/ui/Sheet';
import { Skeleton } from '../../../shared/ui/Skeleton';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import { useCustomerAreasQuery } from '../api/allOrders';

interface OrdersFilterSheetProps {
  readonly isOpen: boolean;
  readonly area: string;
  readonly productId: string;
  /** An empty text for all. */
  readonly onArea: (area: string) => void;
  readonly onProduct: (productId: string) => void;
  readonly onClose: () => void;
}

/** Which orders are listed: those of an area, those with a product. What is pressed takes effect at once. */
export function OrdersFilterSheet(props: OrdersFilterSheetProps): ReactElement {
  const { isOpen, area, productId, onArea, onProduct, onClose } = props;
  const t = useText('customer');
  const show = (
    <Button fullWidth onClick={onClose}>
      {t('showOrders')}
    </Button>
  );
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('filter')} footer={show} tall>
      <Stack>
        <Areas chosen={area} onChoose={onArea} />
        <Products chosen={productId} onChoose={onProduct} />
      </Stack>
    </Sheet>
  );
}

interface ChoiceProps {
  /** Empty for all. */
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

function Areas({ chosen, onChoose }: ChoiceProps): ReactElement {
  const t = useText('customer');
  const areas = useCustomerAreasQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Part aria-label={t('area')}>
      <Title>{t('area')}</Title>
      {areas.error && !areas.data && (
        <FailedRead error={areas.error} isFetching={areas.isFetching} refetch={areas.refetch} otherwise="list" />
      )}
      {areas.isLoading && <Skeleton height="44px" />}
      {areas.data?.length === 0 && <p>{t('noAreas')}</p>}
      {areas.data && areas.data.length > 0 && (
        <Chips>
          <ToggleChip selected={chosen === ''} onChange={() => onChoose('')}>
            {t('anyArea')}
          </ToggleChip>
          {areas.data.map((area) => (
            <ToggleChip key={area} selected={chosen === area} onChange={(on) => onChoose(on ? area : '')}>
              {localDigits(area)}
            </ToggleChip>
          ))}
        </Chips>
      )}
    </Part>
  );
}

function Products({ chosen, onChoose }: ChoiceProps): ReactElement {
  const t = useText('customer');
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useSettledText(search, setSearch);
  const products = useProductsInfiniteQuery({ search, brands: [], sort: 'most-sales' });
  const found = products.data?.pages[0]?.items;
  return (
    <Part aria-label={t('product')}>
      <Title>{t('product')}</Title>
      <SearchField label={t('searchProduct')} value={typed} onValueChange={setTyped} />
      {products.error && !found && (
        <FailedRead
          error={products.error}
          isFetching={products.isFetching}
          refetch={products.refetch}
          otherwise="list"
        />
      )}
      {products.isLoading && <Skeleton height="44px" />}
      {found?.length === 0 && <p role="status">{t('noProducts')}</p>}
      {found && (
        <Chips>
          <ToggleChip selected={chosen === ''} onChange={() => onChoose('')}>
            {t('anyProduct')}
          </ToggleChip>
          {found.map(({ id, title }) => (
            <ToggleChip key={id} selected={chosen === id} onChange={(on) => onChoose(on ? id : '')}>
              {title}
            </ToggleChip>
          ))}
        </Chips>
      )}
    </Part>
  );
}

const Part = styled.section({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Title = styled.h3({ ...type.label, fontWeight: 600 });

const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(2) });
