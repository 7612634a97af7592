import styled from '@emotion/styled';
import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { PHONE_DIGITS } from '../../../entities/session/credentials';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, size, space, type } from '../../../shared/theme/tokens';
import { Button, type ButtonProps } from '../../../shared/ui/Button';
import { DigitField, type DigitFieldProps } from '../../../shared/ui/DigitField';
import { TextLink } from '../../../shared/ui/Link';

export const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

/** The phone number that somebody logs in with. */
export function CellphoneField(props: Omit<DigitFieldProps, 'label'>): ReactElement {
  const t = useText('auth');
  return (
    <DigitField
      label={t('cellphone')}
      autoComplete="username"
      required
      maxDigits={PHONE_DIGITS}
      counter={t('digits', { used: formatNumber(props.value.length), max: formatNumber(PHONE_DIGITS) })}
      {...props}
    />
  );
}

/** Why the form was refused, until something in it changes. */
export function Refusal({ text }: { readonly text: string }): ReactElement {
  return (
    <div aria-live="polite">
      {text && (
        <Words>
          <CircleAlert />
          <span>{text}</span>
        </Words>
      )}
    </div>
  );
}

export function Submit(props: Pick<ButtonProps, 'busy' | 'children'>): ReactElement {
  return <Button {...props} type="submit" size="lg" fullWidth />;
}

export const FormLink = styled(TextLink)({
  ...type.label,
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.touch,
});

export const Caption = styled.p({ ...type.caption, textAlign: 'center', color: colors.muted });

const Words = styled.p({
  ...type.label,
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(2),
  padding: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.dangerSoft,
  color: colors.danger,
  '& > svg': { flex: 'none', marginBlockStart: '2px' },
});
