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
  /** What stands now, or what is different. */
  readonly children: ReactNode;
  /** Saves what was changed on top of what stands now; null: it has no place there. */
  readonly keep: Answer | null;
  /** Takes what stands now, and drops what was changed. */
  readonly drop: Answer;
  /** Another way out, which decides nothing; left out: there is none. */
  readonly onClose?: () => void;
}

/** Something was changed elsewhere while the user changed it: what that is, and whose it shall be. */
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
