import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { colors, motion, radius, size, space } from '../theme/tokens';
import { chipStyles } from './chipStyles';

interface SegmentedOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface SegmentedProps<V extends string> {
  /** What is being chosen. */
  readonly label: string;
  readonly options: readonly SegmentedOption<V>[];
  readonly value: V | null;
  /** Also called when the chosen one is pressed again («بازه» opens its sheet again). */
  readonly onSelect: (value: V) => void;
  /** `chips`: one row that scrolls and snaps · `track`: equal parts of one frame. */
  readonly variant?: 'chips' | 'track';
}

/** One of a few: period chips, small choices. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onSelect,
  variant = 'chips',
}: SegmentedProps<V>): ReactElement {
  return (
    <Row role="group" aria-label={label} data-variant={variant}>
      {options.map((option) => (
        <Part
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            onSelect(option.value);
          }}
        >
          {option.icon}
          {option.label}
        </Part>
      ))}
    </Row>
  );
}

const Part = styled.button({
  ...chipStyles,
  scrollSnapAlign: 'start',
  color: colors.text,
  transition: `background-color ${motion.press}, color ${motion.press}, border-color ${motion.press}`,
  '&[aria-pressed="true"]': { backgroundColor: colors.brand, borderColor: colors.brand, color: colors.onBrand },
});

const Row = styled.div({
  display: 'flex',
  gap: space(2),
  minInlineSize: 0,
  '&[data-variant="chips"]': {
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    scrollbarWidth: 'none',
    overscrollBehaviorX: 'contain',
    paddingBlock: '3px',
    // To the edges of the screen, inside the page's 16 px gutters.
    marginInline: `-${space(4)}`,
    paddingInline: space(4),
    scrollPaddingInline: space(4),
  },
  '&[data-variant="chips"]::-webkit-scrollbar': { display: 'none' },
  '&[data-variant="track"]': {
    gap: '2px',
    padding: '3px',
    borderRadius: radius.button,
    backgroundColor: colors.sunken,
  },
  '&[data-variant="track"] > button': {
    flex: 1,
    minBlockSize: `calc(${size.touch} - 6px)`,
    paddingInline: space(2),
    border: 0,
    borderRadius: radius.inner,
    backgroundColor: 'transparent',
    color: colors.muted,
  },
  '&[data-variant="track"] > button[aria-pressed="true"]': {
    backgroundColor: colors.surface,
    color: colors.brand,
    fontWeight: 600,
    boxShadow: '0 1px 3px rgb(25 27 46 / .14)',
  },
});
