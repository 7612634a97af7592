import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { formatNumber } from '../lib/format';
import { media } from '../theme/media';
import { colors, motion, radius, size, space, type } from '../theme/tokens';
import type { Tone } from './Badge';
import { Dot } from './Dot';

interface StatFilterItem<V extends string> {
  readonly value: V;
  readonly label: string;
  /** A text where it is not known exactly, null where it is not counted; undefined while it is loading. */
  readonly count: number | string | null | undefined;
  readonly tone?: Tone;
}

interface StatFilterProps<V extends string> {
  readonly label: string;
  readonly items: readonly StatFilterItem<V>[];
  readonly value: V;
  readonly onSelect: (value: V) => void;
}

const shown = (count: number | string | undefined): string =>
  typeof count === 'number' ? formatNumber(count) : (count ?? '\u2013');

/** Pills with counts that are the filter. */
export function StatFilter<V extends string>({ label, items, value, onSelect }: StatFilterProps<V>): ReactElement {
  return (
    <Row role="group" aria-label={label}>
      {items.map((item) => (
        <Pill
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          data-tone={item.tone ?? 'neutral'}
          onClick={() => onSelect(item.value)}
        >
          <Count>
            {item.tone && <Dot aria-hidden style={{ backgroundColor: 'var(--tone)' }} />}
            {item.count !== null && shown(item.count)}
          </Count>
          <Name>{item.label}</Name>
        </Pill>
      ))}
    </Row>
  );
}

// A word is never broken: where four do not fit beside each other, they take two lines.
const Row = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 4.5rem), 1fr))',
  gap: space(2),
});

const Count = styled.span({
  ...type.heading,
  fontWeight: 700,
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
});

const Name = styled.span({ ...type.caption, color: colors.muted, overflowWrap: 'normal' });

const Pill = styled.button({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  minInlineSize: 0,
  paddingBlock: space(2),
  paddingInline: space(1),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.button,
  backgroundColor: colors.surface,
  textAlign: 'center',
  transition: `background-color ${motion.press}, border-color ${motion.press}`,
  // On one line where there is room for it.
  [media.desktopUp]: {
    flexDirection: 'row',
    justifyContent: 'center',
    gap: space(2),
    paddingBlock: space(1),
    minBlockSize: size.touch,
  },
  '--tone': colors.muted,
  '&[data-tone="brand"]': { '--tone': colors.brand },
  '&[data-tone="success"]': { '--tone': colors.success },
  '&[data-tone="danger"]': { '--tone': colors.danger },
  '&[data-tone="warning"]': { '--tone': colors.warning },
  '@media (hover: hover)': { '&:hover': { borderColor: colors.lineStrong } },
  '&[aria-pressed="true"]': { backgroundColor: colors.brandSoft, borderColor: colors.brand, color: colors.brand },
  '&[aria-pressed="true"] > span': { color: colors.brand },
});
