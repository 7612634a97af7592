import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, space, type } from '../theme/tokens';

export interface Definition {
  readonly label: string;
  readonly value: ReactNode;
  /** The whole line, for long texts; in `rows`, for a long name. */
  readonly wide?: boolean;
}

interface DefinitionGridProps {
  readonly items: readonly Definition[];
  /** `pairs`: two columns, label over value · `rows`: label at the start, value at the end. */
  readonly layout?: 'pairs' | 'rows';
}

/** Names and values. */
export function DefinitionGrid({ items, layout = 'pairs' }: DefinitionGridProps): ReactElement {
  return (
    <Grid data-layout={layout}>
      {items.map((item) => (
        <div key={item.label} data-wide={item.wide ?? undefined}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </Grid>
  );
}

const Grid = styled.dl({
  '& dt': { ...type.caption, color: colors.muted },
  '& dd': { ...type.label, color: colors.text, minInlineSize: 0 },
  '&[data-layout="pairs"]': { display: 'flex', flexWrap: 'wrap', columnGap: space(4), rowGap: space(3) },
  // An amount that is wider than half the line takes the whole of it.
  '&[data-layout="pairs"] > div': { flex: `1 1 calc(50% - ${space(2)})`, minInlineSize: 'min-content' },
  '&[data-layout="pairs"] > [data-wide="true"]': { flexBasis: '100%' },
  '&[data-layout="rows"] > div': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: space(4),
    paddingBlock: space(2),
    borderBlockEnd: `1px solid ${colors.line}`,
  },
  '&[data-layout="rows"] > div:last-of-type': { borderBlockEnd: 0 },
  '&[data-layout="rows"] dt': { ...type.label, color: colors.muted, fontWeight: 400, flex: 'none' },
  '&[data-layout="rows"] dd': { textAlign: 'end' },
  // A long name beside a short value wraps.
  '&[data-layout="rows"] > [data-wide="true"] > dt': { flex: '0 1 auto', overflowWrap: 'anywhere' },
  '&[data-layout="rows"] > [data-wide="true"] > dd': { flex: 'none' },
});
