import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../shared/form/Form';
import { isMissing } from '../../../shared/form/isMissing';
import { type LeaveRule, useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { paths } from '../../../shared/navigation/paths';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { toast } from '../../../shared/ui/Toast';
import { DELIVERY } from '../model/types';
import { useKeptForm } from '../model/useKeptForm';
import type { Save } from '../model/useSave';
import { EditBar } from './Section';

const ConflictDialog = lazyLayer(async () => (await import('./ConflictDialog')).ConflictDialog);

interface SectionFormProps<Values extends FieldValues, Output extends Edited, Edited extends Values> {
  readonly save: Save<Values, Output, Edited>;
  readonly onClose: () => void;
  /** Said when something is empty. */
  readonly emptyText: string;
  /** The section as it stands on the server: shown beside a conflict. */
  readonly current: ReactNode;
  readonly children: ReactNode;
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address;

/** The form of a section: its fields, save and cancel, and the questions of leaving and of a conflict. */
export function SectionForm<Values extends FieldValues, Output extends Edited, Edited extends Values>({
  save,
  onClose,
  emptyText,
  current,
  children,
}: SectionFormProps<Values, Output, Edited>): ReactElement {
  const { t } = useTranslation('settings');
  const { id, form, busy, standOn, toasts } = save;
  const { isDirty } = form.formState;
  useKeptForm(save);
  const rule = useMemo(
    (): LeaveRule | null =>
      isDirty
        ? {
            // Asked once: the page is there for a moment longer when it was left already.
            blocks: ({ from, to }) => pathOf(from) === paths.settings.href() && pathOf(to) !== pathOf(from),
            title: t('leave.title'),
            body: t('leave.body'),
            confirm: t('leave.confirm'),
            cancel: t('leave.cancel'),
            tone: 'danger',
            onUnload: true,
          }
        : null,
    [isDirty, t],
  );
  useLeaveGuard(rule);
  const onInvalid = (errors: FieldErrors<Values>): void => {
    if (isMissing(errors)) toast.error(emptyText, toasts);
  };
  return (
    <Form form={form} label={toasts.thing} onSubmit={save.save} onInvalid={onInvalid}>
      <Stack gap={id === DELIVERY ? 4 : 3}>
        {children}
        <EditBar
          busy={busy}
          onCancel={() => {
            toast.info(t('done.dropped'), toasts);
            onClose();
          }}
        />
      </Stack>
      {standOn && (
        <ConflictDialog
          name={toasts.thing}
          busy={busy}
          onKeep={() => {
            standOn();
            void form.handleSubmit(save.save, onInvalid)();
          }}
          onTaken={onClose}
          onClose={standOn}
        >
          {current}
        </ConflictDialog>
      )}
    </Form>
  );
}
