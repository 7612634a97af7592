import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { formatNumber } from '../lib/format';
import { colors, size, space, tabular, type } from '../theme/tokens';

interface PaneProps {
  /** What is listed. */
  readonly title: string;
  /** Which of them, or whose. */
  readonly hint: string;
  /** How many; −1 when it is not known. */
  readonly total: number;
  /** A `PaneList`. */
  readonly children: ReactNode;
}

/** The list beside a page, on a wide screen: its way to the list's other pages. */
export function Pane({ title, hint, total, children }: PaneProps): ReactElement {
  return (
    <Frame aria-label={title}>
      <Head>
        <Title>{title}</Title>
        {total >= 0 && <Total>{formatNumber(total)}</Total>}
        <Hint>{hint}</Hint>
      </Head>
      {children}
    </Frame>
  );
}

const Frame = styled.nav({ display: 'flex', flexDirection: 'column', blockSize: '100%' });

// As high as the header of the page beside it.
const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  alignContent: 'center',
  columnGap: space(2),
  minBlockSize: `calc(${size.header} + ${space(2)})`,
  paddingInline: space(4),
  borderBlockEnd: `1px solid ${colors.line}`,
});

const Title = styled.p({ ...type.label, flex: 1, fontWeight: 700 });
const Total = styled.p({ ...type.caption, ...tabular, color: colors.muted });
const Hint = styled.p({ ...type.caption, flex: '1 0 100%', color: colors.muted, overflowWrap: 'anywhere' });
