import styled from '@emotion/styled';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { colors, motion, radius, rem, size, space, tabular, type } from '../theme/tokens';
import { VisuallyHidden } from './VisuallyHidden';

export type Direction = 'ascending' | 'descending';

export interface Column {
  readonly id: string;
  readonly label: string;
  /** Numbers stand at the end. */
  readonly end?: boolean;
  /** For readers only: the column of a menu. */
  readonly labelHidden?: boolean;
  /** Its button sorts by it: the direction in force, if any. */
  readonly sort?: { readonly direction: Direction | null; readonly onPress: () => void };
}

interface TableHeadProps {
  readonly columns: readonly Column[];
  /** `grid-template-columns` of each line. */
  readonly template: string;
}

/** The headings of a table whose rows are a `VirtualList`. */
export function TableHead({ columns, template }: TableHeadProps): ReactElement {
  return (
    <div role="rowgroup">
      <HeadLine role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map(({ id, label, end, labelHidden, sort }) => (
          <Heading
            key={id}
            role="columnheader"
            aria-sort={sort ? (sort.direction ?? 'none') : undefined}
            data-end={end || undefined}
          >
            {sort ? (
              <SortButton label={label} {...sort} />
            ) : labelHidden ? (
              <VisuallyHidden>{label}</VisuallyHidden>
            ) : (
              label
            )}
          </Heading>
        ))}
      </HeadLine>
    </div>
  );
}

const arrows = { ascending: ArrowUp, descending: ArrowDown } as const;

function SortButton(props: { readonly label: string } & NonNullable<Column['sort']>): ReactElement {
  const { label, direction, onPress } = props;
  const Arrow = direction === null ? ArrowUpDown : arrows[direction];
  return (
    <Sort type="button" data-sorted={direction !== null || undefined} onClick={onPress}>
      {label}
      <Arrow size={16} />
    </Sort>
  );
}

interface CellsProps {
  readonly template: string;
  readonly children: ReactNode;
}

/** The cells of a row, which the `CardLink` in it leads away from as a whole. */
export function Cells({ template, children }: CellsProps): ReactElement {
  return <Line style={{ gridTemplateColumns: template }}>{children}</Line>;
}

interface CellProps extends ComponentPropsWithRef<'div'> {
  readonly end?: boolean;
  /** Buttons and links of their own: above the row's link. */
  readonly above?: boolean;
  /** A line of its own below the others. */
  readonly wide?: boolean;
}

export function Cell({ end = false, above = false, wide = false, ...rest }: CellProps): ReactElement {
  return (
    <Box
      {...rest}
      role="cell"
      data-end={end || undefined}
      data-above={above || undefined}
      data-wide={wide || undefined}
    />
  );
}

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Smaller and quieter. */
  readonly second: ReactNode;
}

/** Two facts of one cell, one below the other. */
export function TwoLines({ first, second }: TwoLinesProps): ReactElement {
  return (
    <>
      <First>{first}</First>
      <Second>{second}</Second>
    </>
  );
}

/** The paper that a table stands on. */
export const TableFrame = styled.div({
  '& [role="table"]': {
    overflow: 'clip',
    border: `1px solid ${colors.line}`,
    borderRadius: radius.card,
    backgroundColor: colors.surface,
  },
});

const First = styled.p({ ...type.label, lineHeight: rem(22), overflowWrap: 'anywhere' });
const Second = styled.p({ ...type.caption, color: colors.muted, overflowWrap: 'anywhere' });

const line = { display: 'grid', alignItems: 'center', columnGap: space(4), paddingInline: space(4) } as const;

const HeadLine = styled.div({
  ...line,
  ...type.caption,
  minBlockSize: size.touch,
  color: colors.muted,
});

const Heading = styled.div({ minInlineSize: 0, '&[data-end]': { textAlign: 'end' } });

const Sort = styled.button({
  ...type.caption,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1),
  minBlockSize: size.touch,
  marginInline: `calc(-1 * ${space(2)})`,
  paddingInline: space(2),
  borderRadius: radius.chip,
  color: colors.muted,
  transition: `background-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { backgroundColor: colors.hover } },
  '&[data-sorted]': { color: colors.brand },
});

const Line = styled.div({
  ...line,
  ...type.label,
  position: 'relative',
  // Below the sticky top of the page, for one that the arrows lead to.
  scrollMarginBlock: '176px 16px',
  minBlockSize: '56px',
  paddingBlock: space(1),
  borderBlockStart: `1px solid ${colors.line}`,
  backgroundColor: colors.surface,
  transition: `background-color ${motion.press}`,
  '@media (hover: hover)': { '&:hover': { backgroundImage: `linear-gradient(${colors.hover}, ${colors.hover})` } },
});

const Box = styled.div({
  minInlineSize: 0,
  '&[data-end]': { ...tabular, textAlign: 'end' },
  '&[data-above]': { position: 'relative', zIndex: 1 },
  '&[data-wide]': { gridColumn: '1 / -1' },
});
