import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { space, type } from '../../../shared/theme/tokens';
import { BarRow } from '../../../shared/ui/BarRow';
import { Card } from '../../../shared/ui/Card';
import { Money } from '../../../shared/ui/Money';
import type { SalesRow } from '../map';

const TEN = 10;

interface TopTenProps {
  readonly title: string;
  /** Largest first. */
  readonly rows: readonly SalesRow[];
}

/** The ten largest, as bars. */
export function TopTen({ title, rows }: TopTenProps): ReactElement {
  const max = rows[0]?.amount ?? 0;
  return (
    <Card as="section">
      <Title>{title}</Title>
      <Bars>
        {rows.slice(0, TEN).map((row, index) => (
          <li key={row.id}>
            <BarRow
              rank={formatNumber(index + 1)}
              title={row.name}
              subtitle={row.detail}
              value={row.amount}
              max={max}
              figure={<Money amount={row.amount} compact />}
            />
          </li>
        ))}
      </Bars>
    </Card>
  );
}

const Title = styled.h2({ ...type.label, fontWeight: 600, paddingBlockEnd: space(3) });
const Bars = styled.ol({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  rowGap: space(4),
  columnGap: space(10),
  [media.desktopUp]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
});
