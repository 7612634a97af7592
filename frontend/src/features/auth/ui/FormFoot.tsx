import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { space } from '../../../shared/theme/tokens';
import { FormLink } from './GuestForm';

// Not in GuestForm: the log-in page, which is the first that most people load, has none of these.
export function ToLogIn(): ReactElement {
  const t = useText('resetPassword');
  return <FormLink to={paths.logIn.href()}>{t('toLogIn')}</FormLink>;
}

/** Two ways on, side by side below a field. */
export const Ways = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  // The words of the buttons line up with the edges of the fields; a link has no padding that has to be taken back.
  marginInline: `calc(-1 * ${space(3)})`,
  '& > a': { marginInlineEnd: space(3) },
});

/** What stands below the button of a form. */
export const Foot = styled.div({ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: space(1) });
