import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { useElementHeight } from '../../../shared/hooks/useElementHeight';
import { useElementWidth } from '../../../shared/hooks/useElementWidth';
import { measures, type PaperSize, toPx } from '../../../shared/print/measures';
import { paper } from '../../../shared/theme/paper';
import { colors } from '../../../shared/theme/tokens';

interface FitWidthProps {
  readonly size: PaperSize;
  readonly children: ReactNode;
}

/** The largest scale; a narrow strip may be enlarged a little. */
const LARGEST = { a4: 1, roll: 1.25 } as const;

/** Scales the paper to the width of the screen. */
export function FitWidth({ size, children }: FitWidthProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const width = toPx(measures[size].width);
  const available = useElementWidth(frame, Math.round(width));
  const height = useElementHeight(sheet);
  const scale = Math.min(LARGEST[size], available / width);
  return (
    <Frame ref={frame}>
      <Scaled style={{ inlineSize: width * scale, blockSize: height === 0 ? 'auto' : height * scale }}>
        <Sheet ref={sheet} data-size={size} style={scale === 1 ? {} : { transform: `scale(${scale})` }}>
          {children}
        </Sheet>
      </Scaled>
    </Frame>
  );
}

const Frame = styled.div({ inlineSize: '100%', minInlineSize: 0 });

const Scaled = styled.div({ marginInline: 'auto', overflow: 'hidden', boxShadow: colors.shadow2 });

const Sheet = styled.div({
  boxSizing: 'border-box',
  inlineSize: `${measures.a4.width}mm`,
  minBlockSize: `${measures.a4.height}mm`,
  padding: `${measures.a4.margin}mm`,
  backgroundColor: paper.ground,
  transformOrigin: '0 0',
  '[dir="rtl"] &': { transformOrigin: '100% 0' },
  '&[data-size="roll"]': {
    inlineSize: `${measures.roll.width}mm`,
    minBlockSize: 0,
    padding: `${measures.roll.margin}mm`,
  },
});
