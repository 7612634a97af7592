import styled from '@emotion/styled';
import { Check, Pencil, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { useSteadyLoading } from '../../../shared/hooks/useSteadyLoading';
import { media } from '../../../shared/theme/media';
import { colors, layer, radius, space } from '../../../shared/theme/tokens';
import { AccordionItem } from '../../../shared/ui/Accordion';
import { Button } from '../../../shared/ui/Button';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { IconButton } from '../../../shared/ui/IconButton';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import type { SectionId } from '../model/types';
import type { EditLock } from '../model/useEditLock';
import { sectionIcons } from './sectionIcons';

interface SectionProps {
  readonly id: SectionId;
  readonly lock: EditLock;
  readonly summary?: ReactNode;
  /** What the section shows comes from here. */
  readonly query: {
    readonly isLoading: boolean;
    readonly isFetching: boolean;
    readonly error?: QueryError | undefined;
    readonly refetch: () => unknown;
  };
  /** Why the pencil cannot be pressed. */
  readonly editRefused?: string | undefined;
  readonly children: ReactNode;
}

/** One accordion of the page: its heading with the pencil, and what is in it once that has arrived. */
export function Section({ id, lock, summary, query, editRefused, children }: SectionProps): ReactElement {
  const { t } = useTranslation('settings');
  const title = t(`sections.${id}`);
  const Icon = sectionIcons[id];
  const loading = useSteadyLoading(query.isLoading);
  // What is being typed does not go away because the page was read again, on its own, and could not be.
  const failed = query.error !== undefined && !query.isFetching && lock.editing !== id;
  return (
    <AccordionItem
      id={id}
      title={title}
      icon={<Icon />}
      summary={summary}
      locked={lock.editing !== null && lock.editing !== id}
      action={
        lock.editing !== id && (
          <IconButton
            label={t('edit', { section: title })}
            icon={<Pencil />}
            disabledReason={editRefused ?? (failed || query.isLoading ? t('notLoaded') : undefined)}
            onClick={() => lock.edit(id)}
          />
        )
      }
    >
      {failed && (
        <ErrorState
          lines={errorLines(query.error ?? { kind: 'contract', lines: [] }, 'settingsLoad')}
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {loading && !failed && <SkeletonCards count={1} lines={3} />}
      {!loading && !query.isLoading && !failed && children}
    </AccordionItem>
  );
}

interface EditBarProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
}

/** Save and cancel of the section that is being edited, in the thumb's reach. */
export function EditBar({ busy, onCancel }: EditBarProps): ReactElement {
  const { t } = useTranslation('settings');
  return (
    <Bar>
      <Button type="submit" fullWidth busy={busy} icon={<Check />}>
        {t('save')}
      </Button>
      <Button variant="secondary" fullWidth disabled={busy} icon={<X />} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </Bar>
  );
}

const Bar = styled.div({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: layer.bar,
  display: 'flex',
  gap: space(3),
  // As wide as the card that it stands in.
  marginInline: `calc(-1 * ${space(4)})`,
  paddingInline: space(4),
  paddingBlock: `${space(3)} calc(${space(3)} + env(safe-area-inset-bottom))`,
  marginBlockEnd: `calc(-1 * ${space(4)})`,
  borderBlockStart: `1px solid ${colors.line}`,
  borderEndStartRadius: radius.card,
  borderEndEndRadius: radius.card,
  backgroundColor: colors.surface,
  [media.short]: { position: 'static' },
});
