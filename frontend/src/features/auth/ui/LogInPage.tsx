import styled from '@emotion/styled';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectIsOver } from '../../../entities/session/session.slice';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { media } from '../../../shared/theme/media';
import { colors, iconStroke, radius, size, space, type } from '../../../shared/theme/tokens';
import { BrandMark } from '../../../shared/ui/BrandMark';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { LanguageToggle } from '../../../shared/ui/LanguageToggle';
import { TextLink } from '../../../shared/ui/Link';
import { PasswordField } from '../../../shared/ui/PasswordField';
import { ThemeToggle } from '../../../shared/ui/ThemeToggle';
import { PHONE_DIGITS } from '../model/logInRules';
import { useLogInForm } from '../model/useLogInForm';

/** Phone and password. Errors stand under their field, and the server's answer above the button and in a toast. */
export function LogInPage({ onDone }: { onDone: () => void }): ReactElement {
  const { t } = useTranslation('auth');
  const over = useSelector(selectIsOver);
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, refusal, busy, change, submit } = useLogInForm(onDone);
  const trySubmit = async (): Promise<void> => {
    const focusFirst = await submit();
    if (focusFirst) form.current?.querySelector<HTMLInputElement>(`[name="${focusFirst}"]`)?.focus();
  };
  return (
    <Frame>
      <Corner>
        <LanguageToggle />
        <ThemeToggle />
      </Corner>
      <Panel>
        <Head>
          <BrandMark size={72} />
          <Heading>{t('heading')}</Heading>
          <Sub>{t('subtitle')}</Sub>
        </Head>
        <Form
          ref={form}
          noValidate
          aria-label={t('heading')}
          onSubmit={(event) => {
            event.preventDefault();
            void trySubmit();
          }}
        >
          <DigitField
            label={t('cellphone')}
            name="cellphone"
            autoComplete="username"
            enterKeyHint="next"
            required
            maxDigits={PHONE_DIGITS}
            value={values.cellphone}
            onValueChange={(cellphone) => change({ cellphone })}
            error={errors.cellphone}
            counter={t('digits', { used: formatNumber(values.cellphone.length), max: formatNumber(PHONE_DIGITS) })}
          />
          <PasswordField
            label={t('password')}
            name="password"
            enterKeyHint="go"
            required
            value={values.password}
            onValueChange={(password) => change({ password })}
            error={errors.password}
          />
          <Forgot to={paths.forgetPassword.href()}>{t('forgot')}</Forgot>
          <div aria-live="polite">
            {(refusal || over) && (
              <Refusal>
                <CircleAlert size={20} strokeWidth={iconStroke} aria-hidden />
                <span>{refusal || t('over')}</span>
              </Refusal>
            )}
          </div>
          <Button type="submit" size="lg" fullWidth busy={busy}>
            {t(busy ? 'entering' : 'enter')}
          </Button>
          <Notice>
            <Acceptance sentence={t('notice')} />
          </Notice>
        </Form>
      </Panel>
      <Footer />
    </Frame>
  );
}

/** A link in a sentence, marked by `<rules>`: i18next's own `Trans` would bring a parser of HTML to the first page. */
function Acceptance({ sentence }: { readonly sentence: string }): ReactElement {
  const [before, terms, after] = sentence.split(/<\/?rules>/);
  return (
    <>
      {before}
      <TextLink to={paths.rules.href()}>{terms}</TextLink>
      {after}
    </>
  );
}

function Footer(): ReactElement {
  const { t } = useTranslation();
  return (
    <Links aria-label={t('footer.label')}>
      <TextLink to={paths.rules.href()}>{t('footer.rules')}</TextLink>
      <TextLink to={paths.about.href()}>{t('footer.about')}</TextLink>
      <TextLink to={paths.faq.href()}>{t('footer.faq')}</TextLink>
    </Links>
  );
}

const Frame = styled.div({
  position: 'relative',
  minBlockSize: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  paddingInline: space(4),
  [media.tabletUp]: { justifyContent: 'center' },
});

const Corner = styled.div({
  display: 'flex',
  position: 'absolute',
  insetBlockStart: space(2),
  insetInlineEnd: space(2),
});

const Panel = styled.div({
  inlineSize: '100%',
  maxInlineSize: '420px',
  // The logo stands at 22 % of a phone's height; a keyboard takes that room first.
  paddingBlockStart: 'clamp(56px, 13dvh, 120px)',
  [media.tabletUp]: {
    marginBlock: 'auto',
    padding: `${space(10)} ${space(10)} ${space(8)}`,
    maxInlineSize: '480px',
    backgroundColor: colors.surface,
    border: `1px solid ${colors.line}`,
    borderRadius: radius.sheet,
    boxShadow: colors.shadow2,
  },
});

const Head = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  marginBlockEnd: space(6),
});

const Heading = styled.h1({ ...type.title, marginBlockStart: space(4) });

const Sub = styled.p({ ...type.label, color: colors.muted });

const Form = styled.form({ display: 'flex', flexDirection: 'column', gap: space(4) });

const Forgot = styled(TextLink)({
  ...type.label,
  alignSelf: 'flex-start',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: size.touch,
  marginBlock: `calc(-1 * ${space(2)})`,
});

const Refusal = styled.p({
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

const Notice = styled.p({ ...type.caption, textAlign: 'center', color: colors.muted });

const Links = styled.nav({
  ...type.label,
  marginBlockStart: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: space(6),
  paddingBlock: `${space(4)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  '& > a': { display: 'inline-flex', alignItems: 'center', minBlockSize: size.touch },
  [media.tabletUp]: { marginBlockStart: 0 },
});
