import styled from '@emotion/styled';
import { type ReactElement, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isChunkError } from '../lib/chunks';
import { useLayer } from '../navigation/layers';
import { colors, layer, radius, space, type } from '../theme/tokens';
import { Button } from './Button';

const reload = (): void => {
  window.location.reload();
};

interface FailedDialogProps {
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Stands where a dialog should be. The browser's own dialog: the app's may be among the code that did not come. */
export function FailedDialog({ error, onClose }: FailedDialogProps): ReactElement {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(true, onClose);
  useEffect(() => {
    console.error(error);
    dialog.current?.showModal();
  }, [error]);
  const missing = isChunkError(error);
  const title = t(missing ? 'chunk.title' : 'crash.title');
  return (
    <Paper ref={dialog} role="alertdialog" aria-label={title} onClose={onClose}>
      <Title>{title}</Title>
      <p>{t(missing ? 'chunk.body' : 'crash.body')}</p>
      <Answers>
        <Button onClick={reload}>{t('actions.reload')}</Button>
        <Button variant="secondary" onClick={onClose}>
          {t('actions.goOn')}
        </Button>
      </Answers>
    </Paper>
  );
}

const Paper = styled.dialog({
  ...type.body,
  zIndex: layer.overlay,
  margin: 'auto',
  maxInlineSize: '400px',
  border: 0,
  borderRadius: radius.card,
  padding: space(5),
  backgroundColor: colors.surface,
  color: colors.text,
});

const Title = styled.h2({ ...type.heading, marginBlockEnd: space(2) });

const Answers = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(3), marginBlockStart: space(5) });
