import styled from '@emotion/styled';
import { type ReactElement, useId, useState } from 'react';
import { useText } from '../i18n/useText';
import { colors, radius, space, type } from '../theme/tokens';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
import { TextField } from './TextField';

interface TypeToConfirmProps extends Omit<ConfirmDialogProps, 'cancelLabel' | 'refusal' | 'form'> {
  /** Must be typed exactly; only spaces around it are ignored. */
  readonly phrase: string;
}

/** A confirmation by typing a phrase. */
export function TypeToConfirm(props: TypeToConfirmProps): ReactElement {
  // A closed dialog forgets what was typed.
  return <Form key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function Form({ children, phrase, ...question }: TypeToConfirmProps): ReactElement {
  const t = useText('ui');
  const formId = useId();
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === phrase;
  return (
    <ConfirmDialog tone="danger" {...question} form={formId} refusal={matches ? undefined : t('typePhrase')}>
      <Question
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && question.busy !== true) question.onConfirm();
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
          disabled={question.busy}
          autoFocus
        />
      </Question>
    </ConfirmDialog>
  );
}

const Question = styled.form({
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
