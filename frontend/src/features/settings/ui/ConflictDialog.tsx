import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { ConflictQuestion } from '../../../entities/write/ui/ConflictQuestion';
import { useText } from '../../../shared/i18n/useText';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { toast, toastDuration } from '../../../shared/ui/Toast';

interface ConflictDialogProps {
  /** Saves the user's changes on top of the server's newest copy. */
  readonly onKeep: () => unknown;
  /** Back to the form; the next save is based on the copy that the user has seen here. */
  readonly onClose: () => void;
  /** The name of the section. */
  readonly name: string;
  /** The user takes the server's copy, and drops what was typed. */
  readonly onTaken: () => void;
  /** The view of the server's copy. */
  readonly children: ReactNode;
}

/** The section was changed elsewhere while it was edited: shows the server's copy, and asks which of the two to save. */
export function ConflictDialog({ onKeep, name, onTaken, onClose, children }: ConflictDialogProps): ReactElement {
  const t = useText('settings');
  const take = (): void => {
    toast.info(t('conflict.taken'), { duration: toastDuration.long, thing: name });
    onTaken();
  };
  return (
    <ConflictQuestion
      title={t('conflict.title', { section: name })}
      lead={t('conflict.body')}
      keep={{ label: t('conflict.keep'), onChoose: onKeep }}
      drop={{ label: t('conflict.reload'), onChoose: take }}
      onClose={onClose}
    >
      <Theirs aria-label={t('conflict.now')}>
        <h3>{t('conflict.now')}</h3>
        {children}
      </Theirs>
    </ConflictQuestion>
  );
}

const Theirs = styled.section({
  padding: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  minInlineSize: 0,
  '& > h3': { ...type.label, fontWeight: 600, paddingBlockEnd: space(2) },
});
