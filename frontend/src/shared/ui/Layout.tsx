import styled from '@emotion/styled';
import type { ComponentPropsWithRef, CSSProperties, ElementType, ReactElement } from 'react';
import { container, media } from '../theme/media';
import { space } from '../theme/tokens';

export interface StackProps extends ComponentPropsWithRef<'div'> {
  readonly as?: ElementType;
  /** In steps of 4 px. */
  readonly gap?: number;
  readonly align?: CSSProperties['alignItems'];
  readonly justify?: CSSProperties['justifyContent'];
}

export interface InlineProps extends StackProps {
  readonly wrap?: boolean;
}

const gaps = ({ gap, align, justify, style }: StackProps): CSSProperties => ({
  gap: space(gap ?? 4),
  ...(align && { alignItems: align }),
  ...(justify && { justifyContent: justify }),
  ...style,
});

/** Children under one another. */
export function Stack({ gap, align, justify, style, ...rest }: StackProps): ReactElement {
  return <Column {...rest} style={gaps({ gap: gap ?? 4, align, justify, ...(style && { style }) })} />;
}

/** Children in a row, centred on the cross axis. */
export function Inline({ gap, align, justify, wrap = false, style, ...rest }: InlineProps): ReactElement {
  return (
    <Row
      {...rest}
      data-wrap={wrap || undefined}
      style={gaps({ gap: gap ?? 2, align: align ?? 'center', justify, ...(style && { style }) })}
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
