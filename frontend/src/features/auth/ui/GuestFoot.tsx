import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { colors, size, space, type } from '../../../shared/theme/tokens';
import { TextLink } from '../../../shared/ui/Link';

export function ToLogIn(): ReactElement {
  const t = useText('resetPassword');
  return <LogIn to={paths.logIn.href()}>{t('toLogIn')}</LogIn>;
}

const LogIn = styled(TextLink)({
  ...type.label,
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.touch,
});

export const Caption = styled.p({ ...type.caption, textAlign: 'center', color: colors.muted });

/** What stands below the button of a form. */
export const Foot = styled.div({ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: space(1) });
