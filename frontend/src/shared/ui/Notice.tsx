import styled from '@emotion/styled';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { colors, radius, space, type } from '../theme/tokens';

interface NoticeProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger';
  /** One below the other, before the rest. */
  readonly lines?: readonly string[];
  readonly children?: ReactNode;
  /** At the end of the line. */
  readonly action?: ReactNode;
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

/** A lasting message in the page; a passing one is a toast. */
export function Notice({ tone = 'info', lines = [], children, action }: NoticeProps): ReactElement {
  const Icon = icons[tone];
  return (
    <Box data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      <Icon />
      <Words>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
      </Words>
      {action}
    </Box>
  );
}

const Words = styled.div({
  flex: 1,
  minInlineSize: 0,
  color: colors.text,
  // A button in the text stands below it.
  '& > button': { marginBlockStart: space(2), marginInlineEnd: space(2) },
});

const Box = styled.div({
  ...type.label,
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(3),
  paddingBlock: space(3),
  paddingInline: space(4),
  borderRadius: radius.button,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
  '& > svg': { flex: 'none', marginBlockStart: '2px' },
  '&[data-tone="success"]': { backgroundColor: colors.successSoft, color: colors.success },
  '&[data-tone="warning"]': { backgroundColor: colors.warningSoft, color: colors.warningText },
  '&[data-tone="danger"]': { backgroundColor: colors.dangerSoft, color: colors.danger },
});
