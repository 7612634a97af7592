import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import type { ChangedRow } from '../api/wire';
import { Jump, OldAndNew, Value } from './ChangedValue';

export interface ChangesProps {
  readonly label: string;
  readonly rows: readonly ChangedRow[];
}

/** The changes of a file on a narrow screen: a card for each row. */
export function ChangeCards({ label, rows }: ChangesProps): ReactElement {
  return (
    <List aria-label={label}>
      {rows.map((row) => (
        <li key={row.row}>
          <RowCard row={row} />
        </li>
      ))}
    </List>
  );
}

function RowCard({ row }: { readonly row: ChangedRow }): ReactElement {
  const t = useText('productFiles');
  return (
    <Card as="article">
      <Top>
        <div>
          <h3>{row.title}</h3>
          <p>
            {row.typeName}
            <span>{t('preview.row', { number: formatNumber(row.row) })}</span>
          </p>
        </div>
        {row.isNew && <Badge tone="brand">{t('change.new')}</Badge>}
      </Top>
      <Changes>
        {row.changes.map((change) => (
          <div key={change.field} data-jump={change.jump || undefined}>
            <dt>
              {change.label}
              {change.jump && <Jump change={change} />}
            </dt>
            <dd>{row.isNew ? <Value field={change.field} value={change.to} /> : <OldAndNew change={change} />}</dd>
          </div>
        ))}
      </Changes>
    </Card>
  );
}

const List = styled.ul({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space(3),
  '& > li': { minInlineSize: 0, contentVisibility: 'auto', containIntrinsicSize: 'auto 140px' },
  [media.tabletUp]: { gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))' },
});

const Top = styled.div({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(2),
  '& h3': { ...type.label, fontWeight: 600 },
  '& p': { ...type.caption, display: 'flex', flexWrap: 'wrap', columnGap: space(3), color: colors.muted },
  '& > div': { minInlineSize: 0 },
});

const Changes = styled.dl({
  marginBlockStart: space(2),
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: space(3),
    paddingBlock: space(2),
    borderBlockStart: `1px solid ${colors.line}`,
  },
  '& dt': { ...type.caption, display: 'flex', alignItems: 'center', gap: space(2), color: colors.muted },
  '& dd': { ...type.label, marginInlineStart: 'auto', minInlineSize: 0, overflowWrap: 'anywhere' },
});
