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

interface SectionQuery<Given> {
  readonly data?: Given | null | undefined;
  readonly error?: QueryError | undefined;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** What every section's editor gets. */
export interface EditorProps<Given> {
  /** The section as it stands on the server. */
  readonly given: Given;
  /** Reads it again; null when that failed. */
  readonly reload: () => Promise<Given | null>;
  /** It is saved or cancelled, or the form's code did not come. */
  readonly onClose: () => void;
  /** What stands on the server, as the page shows it. */
  readonly children: ReactNode;
}

interface SectionProps<Id extends EditId, Given> {
  readonly id: Id;
  readonly lock: EditLock;
  /** What the section shows comes from here. */
  readonly query: SectionQuery<Given>;
  readonly view: (given: Given) => ReactNode;
  /** Left out: it has no edit mode, which the pencil says. */
  readonly editor?: (props: EditorProps<Given> & { readonly waiting: ReactNode }) => ReactElement;
}

interface Parts {
  readonly title: string;
  readonly pencil: ReactNode;
  readonly body: ReactNode;
}

/** The pencil of a section and what is in it: the text of its failure, its view, or its form over the view. */
export function useSection<Given>({ id, lock, query, view, editor }: SectionProps<EditId, Given>): Parts {
  const t = useText('settings');
  const { data, error, isFetching, isLoading } = query;
  const title = t(`sections.${id}`);
  const editing = lock.editing === id;
  const loading = useSteadyLoading(isLoading);
  // What is being typed does not go away because the page was read again, on its own, and could not be.
  const failed = error !== undefined && !editing && (!isFetching || data === undefined);
  // Not before the skeleton has left: the page would move under a finger that is pressing «edit» already.
  const refused = failed || loading || data === undefined ? t('notLoaded') : undefined;
  const pencil = !editing && (
    <IconButton
      label={t('edit', { section: title })}
      icon={<Pencil />}
      disabledReason={editor ? refused : t('choices.noEdit')}
      onClick={() => lock.edit(id)}
    />
  );
  const reload = async (): Promise<Given | null> => {
    const fresh = (await query.refetch()) as { readonly data?: Given | null; readonly error?: unknown };
    return fresh.error === undefined ? (fresh.data ?? null) : null;
  };
  const shown = data && view(data);
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
            ? editor({ given: data, reload, onClose: lock.done, waiting: shown, children: shown })
            : shown)}
      </>
    ),
  };
}

/** One accordion of the page. */
export function Section<Given>(
  props: SectionProps<SectionId, Given> & { readonly summary: (given: Given) => string | undefined },
): ReactElement {
  const { id, lock, query } = props;
  const { title, pencil, body } = useSection(props);
  const Icon = sectionIcons[id];
  return (
    <AccordionItem
      id={id}
      isOpen={lock.open === id}
      onToggle={() => lock.request(lock.open === id ? null : id)}
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
