import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { colors, motion, radius, size, space } from '../theme/tokens';
import { chipStyles } from './chipStyles';

interface SegmentedOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** On the button instead of the label, which stays a part of its name: the days of a range. */
  readonly shown?: string;
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
  const row = useRef<HTMLDivElement>(null);
  const shown = options.find((option) => option.value === value)?.shown;
  // Also the one that an address has chosen; the row alone moves, and never the page.
  useEffect(() => {
    const all = row.current;
    const chosen = all?.querySelector('[aria-pressed="true"]')?.getBoundingClientRect();
    if (!all || !chosen) return;
    const frame = all.getBoundingClientRect();
    all.scrollLeft += (chosen.left + chosen.right - frame.left - frame.right) / 2;
  }, [value, shown]);
  return (
    <Row ref={row} role="group" aria-label={label} data-variant={variant}>
      {options.map((option) => (
        <Part
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.shown && `${option.label} ${option.shown}`}
          onClick={() => onSelect(option.value)}
        >
          {option.icon}
          {option.shown ?? option.label}
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
