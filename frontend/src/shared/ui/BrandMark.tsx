import type { ReactElement } from 'react';
import { poster } from '../theme/poster';
import { colors } from '../theme/tokens';

/** The sign of the product: a shop's awning over a counter. Decorative: the name stands beside it. */
export function BrandMark({ size = 40, onPoster = false }: { size?: number; onPoster?: boolean }): ReactElement {
  const ground = onPoster ? poster.text : colors.brand;
  const line = onPoster ? poster.ink : colors.onBrand;
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" fill="none" aria-hidden strokeWidth={4} strokeLinecap="round">
      <rect width="64" height="64" rx="16" fill={ground} />
      <g stroke={line} strokeLinejoin="round">
        <path d="M14 27 18 15.500h28L50 27" />
        <path d="M14 27a6 6 0 0 0 12 0 6 6 0 0 0 12 0 6 6 0 0 0 12 0" />
        <path d="M18 36v10.500a3 3 0 0 0 3 3h22a3 3 0 0 0 3-3V36" />
      </g>
      <path d="M26.500 43.500h11" stroke={colors.warning} />
    </svg>
  );
}
