import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Money } from '../../../shared/ui/Money';
import type { RevisionLine } from '../api/map';

/** The lines of a revision: what, how many, for how much. */
export function LineTable({ lines }: { readonly lines: readonly RevisionLine[] }): ReactElement {
  return (
    <List>
      {lines.map((line) => (
        <li key={line.typeId}>
          <span>{line.name}</span>
          <Count>{withUnit(formatNumber(line.quantity), line.unitName)}</Count>
          <Sum>
            <Money amount={line.total} />
          </Sum>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul({
  listStyle: 'none',
  '& > li': {
    ...type.label,
    fontWeight: 400,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: space(3),
    paddingBlock: space(2),
    borderBlockEnd: `1px solid ${colors.line}`,
  },
  '& > li > span:first-of-type': { overflowWrap: 'anywhere' },
});

const Count = styled.span({ whiteSpace: 'nowrap' });

const Sum = styled.span({ ...type.caption, color: colors.muted, gridColumn: '1 / -1' });
