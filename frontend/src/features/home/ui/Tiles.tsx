import styled from '@emotion/styled';
import { ChartColumn, ClipboardList, type LucideIcon, Package, ReceiptText, Settings, Users } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Capabilities } from '../../../entities/seller/sellerType';
import type { SellerSummary } from '../../../entities/seller/types';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, radius, rem, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { CardLink } from '../../../shared/ui/Link';
import { Skeleton } from '../../../shared/ui/Skeleton';

interface Tile {
  readonly id: 'dashboard' | 'products' | 'customers' | 'orders' | 'invoices' | 'settings';
  readonly to: string;
  readonly Icon: LucideIcon;
  readonly needs?: keyof Capabilities;
  readonly figure?: keyof Pick<SellerSummary, 'baskets' | 'products' | 'customers'>;
}

const tiles: readonly Tile[] = [
  { id: 'dashboard', to: paths.dashboard.href(), Icon: ChartColumn, needs: 'dashboard', figure: 'baskets' },
  { id: 'products', to: paths.products.href(), Icon: Package, figure: 'products' },
  { id: 'customers', to: paths.customers.href(), Icon: Users, figure: 'customers' },
  { id: 'orders', to: paths.orders.href(), Icon: ClipboardList },
  { id: 'invoices', to: paths.invoices.href(), Icon: ReceiptText, needs: 'invoices' },
  { id: 'settings', to: paths.settings.href(), Icon: Settings },
];

interface TilesProps {
  /** Undefined when its call has failed. */
  readonly may: Capabilities | undefined;
  readonly summary: SellerSummary | undefined;
  readonly loading: boolean;
}

/** The app's sections, each with one current number. */
export function Tiles({ may, summary, loading }: TilesProps): ReactElement {
  const t = useText('home');
  const slow = useSteadyLoading(loading);
  const known = slow ? undefined : summary;
  return (
    <Grid aria-label={t('sections')}>
      {tiles
        .filter(({ needs }) => needs === undefined || may?.[needs])
        .map(({ id, to, Icon, figure }) => (
          <Item key={id}>
            <TileCard interactive>
              <Sign>
                <Icon size={24} />
              </Sign>
              <Label to={to}>{t(`tiles.${id}`)}</Label>
              <Live>
                {figure !== undefined && slow && <Skeleton width="72px" height="12px" />}
                {figure !== undefined && known && <Figure>{formatNumber(known[figure])}</Figure>}
                {(figure === undefined || known) && <span>{t(`live.${id}`)}</span>}
              </Live>
            </TileCard>
          </Item>
        ))}
    </Grid>
  );
}

const Grid = styled.ul({
  display: 'grid',
  // Two columns, or one when the text is large.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(8.5rem, 34%)), 1fr))',
  gap: space(3),
  [media.tabletUp]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: space(4) },
});

const Item = styled.li({
  display: 'grid',
  // A minimum: a text of two lines makes the tile higher.
  minBlockSize: '132px',
  // An odd last tile fills its row.
  '&:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
  [media.tabletUp]: {
    minBlockSize: '168px',
    '&:last-of-type:nth-of-type(odd)': { gridColumn: 'auto' },
  },
});

const TileCard = styled(Card)({
  blockSize: '100%',
  display: 'flex',
  flexDirection: 'column',
  gap: 0,
});

const Sign = styled.span({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '44px',
  blockSize: '44px',
  marginBlockEnd: 'auto',
  '& + *': { marginBlockStart: space(3) },
  borderRadius: radius.button,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
});

const Label = styled(CardLink)({ ...type.heading, color: colors.text });

const Live = styled.p({
  ...type.caption,
  minBlockSize: '22px',
  display: 'flex',
  alignItems: 'center',
  gap: space(1),
  color: colors.muted,
});

const Figure = styled.bdi({ color: colors.text, fontWeight: 700, fontSize: rem(14) });
