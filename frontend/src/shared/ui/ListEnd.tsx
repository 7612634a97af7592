import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../i18n/useText';
import { colors, space, type } from '../theme/tokens';

/** «پایان فهرست» between hairlines. */
export function ListEnd(): ReactElement {
  const t = useText('ui');
  return <End>{t('listEnd')}</End>;
}

const End = styled.p({
  ...type.caption,
  display: 'flex',
  alignItems: 'center',
  gap: space(4),
  paddingBlock: space(6),
  color: colors.muted,
  '&::before, &::after': { content: '""', flex: 1, borderBlockStart: `1px solid ${colors.line}` },
});
