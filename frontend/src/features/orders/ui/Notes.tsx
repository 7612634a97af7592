import styled from '@emotion/styled';
import { Check, MessageSquareText, NotebookPen, Pencil, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colors, iconStroke, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { IconButton } from '../../../shared/ui/IconButton';
import { TextArea } from '../../../shared/ui/TextArea';

const MAX_NOTE = 300;
const icon = { size: 20, strokeWidth: iconStroke, 'aria-hidden': true } as const;

/** What the customer wrote; the seller reads it. */
export function CustomerNote({ text }: { readonly text: string }): ReactElement {
  const { t } = useTranslation('order');
  return (
    <NoteCard title={t('note.customer')} sign={<MessageSquareText {...icon} />}>
      <NoteText text={text} empty={t('note.noCustomer')} />
    </NoteCard>
  );
}

interface SellerNoteProps {
  readonly text: string;
  readonly editing: boolean;
  /** Whether there is text that was typed and not saved. */
  readonly onDirty: (dirty: boolean) => void;
  /** True when the server has it. */
  readonly onSave: (text: string) => Promise<boolean>;
}

/** What the seller wrote: a pencil opens it, a check saves it. */
export function SellerNote({ text, editing, onDirty, onSave }: SellerNoteProps): ReactElement {
  const { t } = useTranslation('order');
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const dirty = typed !== null && typed.trim() !== text;
  useEffect(() => {
    onDirty(dirty);
  }, [dirty, onDirty]);

  const save = async (): Promise<void> => {
    if (typed === null) return;
    setBusy(true);
    const done = !dirty || (await onSave(typed.trim()));
    setBusy(false);
    if (done) setTyped(null);
  };

  // What was being typed stays on the screen, and can be copied, even when the order can no longer be edited.
  if (typed === null) {
    const pencil = <IconButton label={t('note.edit')} icon={<Pencil {...icon} />} onClick={() => setTyped(text)} />;
    return (
      <NoteCard title={t('note.seller')} sign={<NotebookPen {...icon} />} tools={editing && pencil}>
        <NoteText text={text} empty={t('note.noSeller')} />
      </NoteCard>
    );
  }
  return (
    <NoteCard
      title={t('note.seller')}
      sign={<NotebookPen {...icon} />}
      tools={
        <>
          <IconButton label={t('note.drop')} icon={<X {...icon} />} disabled={busy} onClick={() => setTyped(null)} />
          {editing && (
            <IconButton
              label={t('note.save')}
              variant="brand"
              icon={<Check {...icon} />}
              busy={busy}
              onClick={() => void save()}
            />
          )}
        </>
      }
    >
      <TextArea
        label={t('note.seller')}
        labelHidden
        value={typed}
        maxLength={MAX_NOTE}
        rows={3}
        readOnly={busy || !editing}
        // The pencil that had the focus is gone.
        ref={focusEnd}
        onValueChange={setTyped}
      />
    </NoteCard>
  );
}

function focusEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
}

interface NoteCardProps {
  readonly title: string;
  readonly sign: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

function NoteCard({ title, sign, tools, children }: NoteCardProps): ReactElement {
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId}>
      <Top>
        <Sign>{sign}</Sign>
        <h2 id={titleId}>{title}</h2>
        {tools}
      </Top>
      {children}
    </Card>
  );
}

function NoteText({ text, empty }: { readonly text: string; readonly empty: string }): ReactElement {
  return <Words data-empty={text === '' || undefined}>{text === '' ? empty : text}</Words>;
}

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: '44px',
  marginBlockStart: `calc(-1 * ${space(1)})`,
  '& > h2': { ...type.label, fontWeight: 600, flex: 1, minInlineSize: 0 },
});

const Sign = styled.span({ display: 'inline-flex', color: colors.muted });

const Words = styled.p({
  ...type.body,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  '&[data-empty]': { color: colors.muted },
});
