import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Stack } from '../../../shared/ui/Layout';
import { toast, toastDuration } from '../../../shared/ui/Toast';

interface ConflictDialogProps {
  /** Saves what was changed, on top of what stands now. */
  readonly onKeep: () => void;
  /** Back to the form; who saves then has seen what stands. */
  readonly onClose: () => void;
  /** Of the section. */
  readonly name: string;
  readonly busy: boolean;
  /** What stands is taken, and what was typed is dropped. */
  readonly onTaken: () => void;
  /** What stands on the server now. */
  readonly children: ReactNode;
}

/** The section was changed elsewhere while it was being edited: what stands now, and which of the two shall stay. */
export function ConflictDialog({ onKeep, name, busy, onTaken, onClose, children }: ConflictDialogProps): ReactElement {
  const t = useText('settings');
  return (
    <Dialog
      isOpen
      locked={busy}
      role="alertdialog"
      title={t('conflict.title', { section: name })}
      onClose={onClose}
      footer={
        <Answers>
          <Button busy={busy} onClick={onKeep}>
            {t('conflict.keep')}
          </Button>
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() => {
              toast.info(t('conflict.taken'), { duration: toastDuration.long, thing: name });
              onTaken();
            }}
          >
            {t('conflict.reload')}
          </Button>
        </Answers>
      }
    >
      <Stack gap={3}>
        <p>{t('conflict.body')}</p>
        <Theirs aria-label={t('conflict.now')}>
          <h3>{t('conflict.now')}</h3>
          {children}
        </Theirs>
      </Stack>
    </Dialog>
  );
}

const Theirs = styled.section({
  padding: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  minInlineSize: 0,
  '& > h3': { ...type.label, fontWeight: 600, paddingBlockEnd: space(2) },
});

const Answers = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  [media.tabletUp]: { flexDirection: 'row-reverse', '& > *': { flex: 1 } },
});
