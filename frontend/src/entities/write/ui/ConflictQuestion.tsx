import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Dialog } from '../../../shared/ui/Dialog';
import { Stack } from '../../../shared/ui/Layout';

interface Answer {
  readonly label: string;
  readonly onChoose: () => unknown;
}

interface ConflictQuestionProps {
  readonly title: string;
  readonly lead: string;
  /** The current values, or the differences. */
  readonly children: ReactNode;
  /** Saves the user's changes on top of the current values; null: they cannot be saved there. */
  readonly keep: Answer | null;
  /** Takes the current values, and drops the user's changes. */
  readonly drop: Answer;
  /** Closes without a decision; left out: there is no such way. */
  readonly onClose?: () => void;
}

/** Something was changed elsewhere while the user changed it: the user chooses which version stays. */
export function ConflictQuestion({ title, lead, children, keep, drop, onClose }: ConflictQuestionProps): ReactElement {
  const [busy, setBusy] = useState(false);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  const choose = async (chosen: Answer): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await chosen.onChoose();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      locked={busy || onClose === undefined}
      role="alertdialog"
      title={title}
      onClose={onClose ?? drop.onChoose}
      footer={
        <Answers>
          {keep && (
            <Button busy={busy} onClick={() => void choose(keep)}>
              {keep.label}
            </Button>
          )}
          <Button variant={keep ? 'secondary' : 'primary'} disabled={busy} onClick={() => void drop.onChoose()}>
            {drop.label}
          </Button>
        </Answers>
      }
    >
      <Stack gap={3}>
        <p>{lead}</p>
        {children}
      </Stack>
    </Dialog>
  );
}

const Answers = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  [media.tabletUp]: { flexDirection: 'row-reverse', '& > *': { flex: 1 } },
});
