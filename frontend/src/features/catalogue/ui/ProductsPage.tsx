import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useSellerQuery, useSellerStatusQuery } from '../../../entities/seller/endpoints';
import { errorLines } from '../../../shared/api/errorLines';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useText } from '../../../shared/i18n/useText';
import { container, media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { Products, type ProductsProps } from './Products';
import { StoreFacts } from './StoreFacts';
import { StoreHeader } from './StoreHeader';

/** The seller's store and its products, which are edited in place (part 2, 2.5); or the products alone, as a list. */
export function ProductsPage(props: ProductsProps): ReactElement {
  return (
    <>
      {props.view === 'cards' && <Store actions={props.actions} />}
      <Products {...props} />
    </>
  );
}

function Store({ actions }: Pick<ProductsProps, 'actions'>): ReactElement {
  const t = useText('ui');
  const seller = useSellerQuery(undefined);
  // Read again on every visit: the header says whether the store is open.
  useSellerStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  useErrorToast(seller.error, 'catalogueInfo');
  const lost = seller.data === undefined && seller.error !== undefined;
  return (
    <>
      <StoreHeader seller={lost ? null : seller.data} actions={actions} />
      <About>
        {lost && seller.error ? (
          <Paper>
            <Notice
              tone="danger"
              lines={errorLines(seller.error, 'catalogueInfo')}
              action={
                <Button size="sm" variant="secondary" busy={seller.isFetching} onClick={() => void seller.refetch()}>
                  {t('retry')}
                </Button>
              }
            />
          </Paper>
        ) : (
          seller.data !== null && <StoreFacts seller={seller.data} />
        )}
      </About>
    </>
  );
}

/** The facts overlap the store's picture by half. */
const About = styled.div({
  position: 'relative',
  inlineSize: '100%',
  maxInlineSize: container.list,
  marginInline: 'auto',
  marginBlockStart: `calc(-1 * ${space(9)})`,
  marginBlockEnd: space(2),
  paddingInline: space(4),
  [media.desktopUp]: { paddingInline: space(8) },
});

const Paper = styled.div({ paddingBlockStart: space(12) });
