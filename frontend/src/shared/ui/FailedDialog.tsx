import styled from '@emotion/styled';
import { type ReactElement, useEffect, useRef } from 'react';
import { useBack } from '../hooks/useBack';
import { useOnline } from '../hooks/useOnline';
import { useText } from '../i18n/useText';
import { isChunkError } from '../lib/chunks';
import { useLayer } from '../navigation/layers';
import { colors, layer, radius, space, type } from '../theme/tokens';
import { Button } from './Button';

const reload = (): void => {
  window.location.reload();
};

interface FailedDialogProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/**
 * In the place of a dialog whose code did not load; the dialog opens by itself once there is a network again. It is the
 * browser's own `<dialog>`, since the app's may be among the code that did not load.
 */
export function FailedDialog({ error, onRetry, onClose }: FailedDialogProps): ReactElement {
  const t = useText('common');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(true, onClose);
  useEffect(() => {
    console.error(error);
    dialog.current?.showModal();
  }, [error]);
  const missing = isChunkError(error);
  const online = useOnline();
  useBack(() => {
    if (missing) onRetry();
  });
  const title = t(missing ? 'chunk.title' : 'crash.title');
  return (
    <Paper ref={dialog} role="alertdialog" aria-label={title} onClose={onClose}>
      <Title>{title}</Title>
      <p>{missing ? t(online ? 'chunk.online' : 'chunk.offline') : t('crash.body')}</p>
      <Answers>
        {missing ? (
          <Button onClick={onRetry}>{t('actions.retry')}</Button>
        ) : (
          <Button onClick={reload}>{t('actions.reload')}</Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {t('actions.goOn')}
        </Button>
        {missing && online && (
          <Button variant="ghost" onClick={reload}>
            {t('actions.reload')}
          </Button>
        )}
      </Answers>
    </Paper>
  );
}

const Paper = styled.dialog({
  ...type.body,
  zIndex: layer.overlay,
  margin: 'auto',
  maxInlineSize: 'min(400px, calc(100vw - 32px))',
  border: 0,
  borderRadius: radius.card,
  padding: space(5),
  backgroundColor: colors.raised,
  boxShadow: colors.shadow2,
  color: colors.text,
  '&::backdrop': { backgroundColor: colors.scrim },
});

const Title = styled.h2({ ...type.heading, marginBlockEnd: space(2) });

const Answers = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(3), marginBlockStart: space(5) });
