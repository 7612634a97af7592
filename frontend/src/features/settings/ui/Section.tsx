import { Pencil } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { QueryError } from '../../../shared/api/appError';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { useText } from '../../../shared/i18n/useText';
import { AccordionItem } from '../../../shared/ui/Accordion';
import { FailedRead } from '../../../shared/ui/FailedRead';
import { IconButton } from '../../../shared/ui/IconButton';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import type { EditId, SectionId } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { sectionIcons } from './sectionIcons';

interface SectionQuery<Copy> {
  readonly data?: Copy | null | undefined;
  readonly error?: QueryError | undefined;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** What every section's editor gets. */
export interface EditorProps<Copy> {
  /** The server's copy of the section. */
  readonly copy: Copy;
  /** Reads it again; null when that failed. */
  readonly reload: () => Promise<Copy | null>;
  /** It is saved or cancelled, or the form's code could not be loaded. */
  readonly onClose: () => void;
  /** The view of the server's copy. */
  readonly children: ReactNode;
}

interface SectionProps<Id extends EditId, Copy> {
  readonly id: Id;
  readonly lock: EditLock;
  readonly query: SectionQuery<Copy>;
  readonly view: (copy: Copy) => ReactNode;
  /** Left out: there is no edit mode, and the pencil says so. */
  readonly editor?: (props: EditorProps<Copy> & { readonly waiting: ReactNode }) => ReactElement;
}

/** The title, the pencil and the content of a section: its failure, its view, or its form. */
export function useSection<Copy>({ id, lock, query, view, editor }: SectionProps<EditId, Copy>) {
  const t = useText('settings');
  const { data, error, isFetching, isLoading } = query;
  const title = t(`sections.${id}`);
  const editing = lock.editing === id;
  const loading = useSteadyLoading(isLoading);
  // A failed background refresh must not remove the form that is being typed into.
  const failed = error !== undefined && !editing && (!isFetching || data === undefined);
  // Also while the skeleton is visible: the page would move under the finger that presses «edit».
  const refused = failed || loading || data === undefined ? t('notLoaded') : undefined;
  const pencil = !editing && (
    <IconButton
      label={t('edit', { section: title })}
      icon={<Pencil />}
      disabledReason={editor ? refused : t('choices.noEdit')}
      onClick={() => lock.edit(id)}
    />
  );
  const reload = async (): Promise<Copy | null> => {
    const fresh = (await query.refetch()) as { readonly data?: Copy | null; readonly error?: unknown };
    return fresh.error === undefined ? (fresh.data ?? null) : null;
  };
  const current = data && view(data);
  return {
    title,
    pencil,
    body: (
      <>
        {failed && <FailedRead {...query} error={error} otherwise="settingsLoad" />}
        {loading && !failed && <SkeletonCards count={1} lines={3} />}
        {!loading &&
          !failed &&
          (data && editor && editing
            ? editor({ copy: data, reload, onClose: lock.done, waiting: current, children: current })
            : current)}
      </>
    ),
  };
}

/** One accordion of the page. */
export function Section<Copy>(
  props: SectionProps<SectionId, Copy> & { readonly summary: (copy: Copy) => string | undefined },
): ReactElement {
  const { id, lock, query } = props;
  const { title, pencil, body } = useSection(props);
  const Icon = sectionIcons[id];
  return (
    <AccordionItem
      id={id}
      isOpen={lock.opened === id}
      onToggle={() => lock.request(lock.opened === id ? null : id)}
      title={title}
      icon={<Icon />}
      summary={query.data && props.summary(query.data)}
      locked={lock.editing !== null && lock.editing !== id}
      action={pencil}
    >
      {body}
    </AccordionItem>
  );
}
