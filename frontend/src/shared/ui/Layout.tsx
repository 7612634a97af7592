import styled from '@emotion/styled';
import type { ComponentPropsWithRef, CSSProperties, ReactElement } from 'react';
import { container, media } from '../theme/media';
import { space } from '../theme/tokens';

interface StackProps extends ComponentPropsWithRef<'div'> {
  /** In steps of 4 px. */
  readonly gap?: number;
}

interface InlineProps extends StackProps {
  readonly justify?: CSSProperties['justifyContent'];
  readonly wrap?: boolean;
}

/** Children under one another. */
export function Stack({ gap = 4, style, ...rest }: StackProps): ReactElement {
  return <Column {...rest} style={{ gap: space(gap), ...style }} />;
}

/** Children in a row, centred on the cross axis. */
export function Inline({ gap = 2, justify, wrap = false, style, ...rest }: InlineProps): ReactElement {
  return (
    <Row
      {...rest}
      data-wrap={wrap || undefined}
      style={{ gap: space(gap), alignItems: 'center', justifyContent: justify, ...style }}
    />
  );
}

const Column = styled.div({ display: 'flex', flexDirection: 'column', minInlineSize: 0 });
const Row = styled.div({ display: 'flex', minInlineSize: 0, '&[data-wrap]': { flexWrap: 'wrap' } });

/** The page's content: 16 px gutters, centred; `data-width="form"` for a single column of fields. */
export const PageBody = styled.div({
  inlineSize: '100%',
  maxInlineSize: container.list,
  marginInline: 'auto',
  paddingInline: space(4),
  paddingBlock: `${space(4)} calc(${space(10)} + env(safe-area-inset-bottom))`,
  '&[data-width="form"]': { maxInlineSize: container.form },
  [media.desktopUp]: { paddingInline: space(8), paddingBlockStart: space(6) },
});

/** A page whose last part stands at the bottom of the screen, however little there is above it. */
export const PageColumn = styled.div({ display: 'flex', flexDirection: 'column', minBlockSize: '100dvh' });
