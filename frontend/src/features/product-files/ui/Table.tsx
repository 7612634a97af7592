import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, radius, space, type } from '../../../shared/theme/tokens';

interface TableProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A table on a white card; rows that belong together are in one `tbody`. */
export function Table({ label, children }: TableProps): ReactElement {
  return (
    <Paper>
      <Rows aria-label={label}>{children}</Rows>
    </Paper>
  );
}

const Paper = styled.div({
  overflowX: 'auto',
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  backgroundColor: colors.surface,
});

const Rows = styled.table({
  ...type.label,
  inlineSize: '100%',
  borderCollapse: 'collapse',
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    paddingBlock: space(2),
    paddingInline: space(4),
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& thead th': {
    ...type.caption,
    color: colors.muted,
    backgroundColor: colors.sunken,
    paddingBlock: space(3),
    whiteSpace: 'nowrap',
  },
  '& tbody': { borderBlockStart: `1px solid ${colors.line}` },
  '& tbody th': { fontWeight: 600 },
  '& tr[data-jump]': { backgroundColor: colors.warningSoft },
  '& tr[data-jump] > [rowspan]': { backgroundColor: colors.surface },
});
