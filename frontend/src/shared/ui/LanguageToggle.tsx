import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { switchLanguage } from '../i18n/i18n';
import { useText } from '../i18n/useText';
import { isPersian } from '../lib/locale';
import { colors, radius, size, space, type } from '../theme/tokens';

/** The other language, by its own name; the choice is remembered on this device. */
export function LanguageToggle(): ReactElement {
  const t = useText('common');
  const other = isPersian() ? 'en' : 'fa';
  return (
    <Toggle type="button" lang={other} onClick={() => switchLanguage(other)}>
      {t('otherLanguage')}
    </Toggle>
  );
}

const Toggle = styled.button({
  ...type.label,
  minBlockSize: size.touch,
  minInlineSize: size.touch,
  paddingInline: space(2),
  borderRadius: radius.button,
  '&:hover': { backgroundColor: colors.hover },
});
