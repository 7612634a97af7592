import styled from '@emotion/styled';
import { Check, MessageSquareText, NotebookPen, Pencil, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { IconButton } from '../../../shared/ui/IconButton';
import { TextArea } from '../../../shared/ui/TextArea';
import { isNoteDirty, type TypedNote } from '../model/draft';

const MAX_NOTE = 300;

type Heading = 'h2' | 'h3';

/** The customer's note, which the seller can only read. */
export function CustomerNote({ text, heading }: { readonly text: string; readonly heading?: Heading }): ReactElement {
  const t = useText('order');
  return (
    <NoteCard title={t('note.customer')} sign={<MessageSquareText />} heading={heading}>
      <NoteText text={text} empty={t('note.noCustomer')} />
    </NoteCard>
  );
}

interface OpenNoteProps {
  readonly text: string;
  /** Null while it is not edited. */
  readonly typed: string | null;
  readonly onType: (note: string) => void;
}

/** The seller's note in the dialog, sent together with the other changes. */
export function OpenNote({ text, typed, onType }: OpenNoteProps): ReactElement {
  const t = useText('order');
  const label = t('note.seller');
  return (
    <NoteCard title={label} sign={<NotebookPen />} heading="h3">
      {typed === null ? (
        <NoteText text={text} empty={t('note.noneOfSeller')} />
      ) : (
        <TextArea label={label} labelHidden value={typed} maxLength={MAX_NOTE} rows={3} onValueChange={onType} />
      )}
    </NoteCard>
  );
}

interface SellerNoteProps {
  /** The server's text. */
  readonly text: string;
  /** Null while it is not edited. */
  readonly typed: TypedNote | null;
  readonly editing: boolean;
  /** Why it cannot be changed at the moment. */
  readonly frozen: string | undefined;
  readonly onType: (note: TypedNote) => void;
  readonly onClose: () => void;
  /** Sends the typed note. */
  readonly onSave: () => Promise<unknown>;
}

/** The seller's note on the page: a pencil opens it, a check saves it. */
export function SellerNote(props: SellerNoteProps): ReactElement {
  const { text, typed, editing, frozen, onType, onClose, onSave } = props;
  const t = useText('order');
  const label = t('note.seller');
  const [busy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    if (!isNoteDirty({ note: typed })) {
      onClose();
      return;
    }
    setBusy(true);
    await onSave();
    setBusy(false);
  };

  const pencil = (
    <IconButton
      label={t('note.edit')}
      icon={<Pencil />}
      disabledReason={frozen}
      onClick={() => onType({ text, was: text })}
    />
  );
  const closeAndSave = (
    <>
      <IconButton label={t('note.drop')} icon={<X />} disabled={busy} onClick={onClose} />
      {editing && (
        <IconButton
          label={t('note.save')}
          variant="brand"
          icon={<Check />}
          busy={busy}
          disabledReason={frozen}
          onClick={() => void save()}
        />
      )}
    </>
  );
  return (
    <NoteCard title={label} sign={<NotebookPen />} tools={typed ? closeAndSave : editing && pencil}>
      {/* A typed note stays visible, and can be copied, even when the order can no longer be edited. */}
      {typed ? (
        <TextArea
          label={label}
          labelHidden
          value={typed.text}
          maxLength={MAX_NOTE}
          rows={3}
          readOnly={busy || !editing}
          // The pencil that had the focus is gone.
          ref={focusEnd}
          onValueChange={(value) => onType({ ...typed, text: value })}
        />
      ) : (
        <NoteText text={text} empty={t('note.noSeller')} />
      )}
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
  readonly heading?: Heading | undefined;
  readonly sign: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

function NoteCard({ title, heading: Title = 'h2', sign, tools, children }: NoteCardProps): ReactElement {
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId}>
      <Top>
        <Sign>{sign}</Sign>
        <Title id={titleId}>{title}</Title>
        {tools}
      </Top>
      {children}
    </Card>
  );
}

function NoteText({ text, empty }: { readonly text: string; readonly empty: string }): ReactElement {
  return <Words data-empty={text === '' || undefined}>{text === '' ? empty : <bdi>{text}</bdi>}</Words>;
}

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  minBlockSize: '44px',
  marginBlockStart: `calc(-1 * ${space(1)})`,
  '& > h2, & > h3': { ...type.label, fontWeight: 600, flex: 1, minInlineSize: 0 },
});

const Sign = styled.span({ display: 'inline-flex', color: colors.muted });

const Words = styled.p({
  ...type.body,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  '&[data-empty]': { color: colors.muted },
});
