import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n/useText';
import { colors, radius, space, type } from '../theme/tokens';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { TextField } from './TextField';

export interface TypeToConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Must be typed exactly; only spaces around it are forgiven. */
  readonly phrase: string;
  readonly confirmLabel?: string;
  readonly tone?: 'brand' | 'danger';
  readonly busy?: boolean;
}

/** A confirmation by typing a phrase. */
export function TypeToConfirm(props: TypeToConfirmProps): ReactElement {
  // A closed dialog forgets what was typed.
  return <Form key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function Form({
  isOpen,
  onClose,
  onConfirm,
  title,
  children,
  phrase,
  confirmLabel,
  tone = 'danger',
  busy = false,
}: TypeToConfirmProps): ReactElement {
  const t = useText('ui');
  const formId = useId();
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === phrase;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      width={400}
      role="alertdialog"
      locked={busy}
      closeButton={false}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone === 'danger' ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={matches ? undefined : t('typePhrase')}
          >
            {confirmLabel ?? t('confirm')}
          </Button>
        </>
      }
    >
      <Body
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !busy) onConfirm();
        }}
      >
        {children}
        <p>{t('typePhrase')}</p>
        <Phrase>{phrase}</Phrase>
        <TextField
          label={t('phraseField')}
          labelHidden
          value={typed}
          onValueChange={setTyped}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          disabled={busy}
          autoFocus
        />
      </Body>
    </Dialog>
  );
}

const Body = styled.form({
  ...type.label,
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  color: colors.muted,
});

const Phrase = styled.strong({
  ...type.heading,
  paddingBlock: space(2),
  borderRadius: radius.field,
  backgroundColor: colors.sunken,
  color: colors.text,
  textAlign: 'center',
});
