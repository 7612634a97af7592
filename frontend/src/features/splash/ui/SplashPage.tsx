import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { type ReactElement, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { isSessionValid, prepareCalls } from '../../../entities/session/calls';
import type { AppDispatch } from '../../../shared/api/services';
import { useText } from '../../../shared/i18n/useText';
import { poster } from '../../../shared/theme/poster';
import { motion, radius, space, type } from '../../../shared/theme/tokens';
import { BrandMark } from '../../../shared/ui/BrandMark';

const WELCOME_MS = 3000;

/** The logo and a welcome for three seconds; then the session decides where to go. */
export function SplashPage({ onDone }: { onDone: (valid: boolean) => void }): ReactElement {
  const t = useText('auth');
  const dispatch = useDispatch<AppDispatch>();
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    let gone = false;
    const goOn = (valid: boolean): void => {
      if (!gone) onDone(valid);
    };
    dispatch(prepareCalls());
    const timer = setTimeout(() => {
      setChecking(true);
      dispatch(isSessionValid()).then(goOn, () => goOn(false));
    }, WELCOME_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [onDone, dispatch]);
  return (
    <Field>
      <Middle>
        <BrandMark size={96} onPoster />
        <Welcome>{t('splash.welcome')}</Welcome>
        <p>{t('splash.line')}</p>
      </Middle>
      <Track role="progressbar" aria-label={checking ? t('splash.checking') : t('splash.title')}>
        <Fill />
      </Track>
    </Field>
  );
}

const fill = keyframes({ from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(1)' } });
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1 } });

const Field = styled.div({
  minBlockSize: '100dvh',
  display: 'grid',
  gridTemplateRows: '1fr auto',
  justifyItems: 'center',
  padding: `${space(6)} ${space(6)} calc(${space(14)} + env(safe-area-inset-bottom))`,
  backgroundColor: poster.ground,
  color: poster.text,
});

const Middle = styled.div({
  ...type.body,
  alignSelf: 'center',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space(2),
  textAlign: 'center',
  [motion.allowed]: { animation: `${rise} 480ms ${motion.ease}` },
});

const Welcome = styled.h1({ ...type.display, marginBlockStart: space(5) });

const Track = styled.div({
  position: 'relative',
  overflow: 'hidden',
  inlineSize: '160px',
  blockSize: '3px',
  borderRadius: radius.full,
  '&::before': { content: '""', position: 'absolute', inset: 0, backgroundColor: 'currentcolor', opacity: 0.25 },
});

const Fill = styled.span({
  position: 'absolute',
  inset: 0,
  borderRadius: radius.full,
  backgroundColor: 'currentcolor',
  [motion.allowed]: { transformOrigin: 'right', animation: `${fill} ${WELCOME_MS}ms linear both` },
});
