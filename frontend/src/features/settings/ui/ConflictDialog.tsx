import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { ConflictQuestion } from '../../../entities/write/ui/ConflictQuestion';
import { useText } from '../../../shared/i18n/useText';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { toast, toastDuration } from '../../../shared/ui/Toast';

interface ConflictDialogProps {
  /** Saves what was changed, on top of what stands now. */
  readonly onKeep: () => unknown;
  /** Back to the form; who saves then has seen what stands. */
  readonly onClose: () => void;
  /** Of the section. */
  readonly name: string;
  /** What stands is taken, and what was typed is dropped. */
  readonly onTaken: () => void;
  /** What stands on the server now. */
  readonly children: ReactNode;
}

/** The section was changed elsewhere while it was being edited: what stands now, and which of the two shall stay. */
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
