import styled from '@emotion/styled';
import { Check, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { Form } from '../../../shared/form/Form';
import { isMissing } from '../../../shared/form/isMissing';
import { useText } from '../../../shared/i18n/useText';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { media } from '../../../shared/theme/media';
import { colors, layer, radius, space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { toast } from '../../../shared/ui/Toast';
import type { SectionForm as Section } from '../model/useSectionForm';

const ConflictDialog = lazyLayer(async () => (await import('./ConflictDialog')).ConflictDialog);

interface SectionFormProps<Values extends FieldValues, Output extends Values> {
  readonly section: Section<Values, Output>;
  /** The view of the server's copy, for the question of a conflict. */
  readonly current: ReactNode;
  readonly children: ReactNode;
}

/** The form of a section: its fields, a bar with save and cancel, and the questions about leaving and conflicts. */
export function SectionForm<Values extends FieldValues, Output extends Values>({
  section: { id, form, busy, standOn, toasts, save, onClose },
  current,
  children,
}: SectionFormProps<Values, Output>): ReactElement {
  const t = useText('settings');
  const { isDirty } = form.formState;
  useLeaveQuestion({ ...t('leave', { returnObjects: true }), asks: isDirty });
  const onInvalid = (errors: FieldErrors<Values>): void => {
    if (isMissing(errors)) toast.error(t(`fail.${id}Empty`), toasts);
  };
  const drop = (): void => {
    toast.info(t('done.dropped'), toasts);
    onClose();
  };
  return (
    <Form form={form} label={toasts.thing} onSubmit={save} onInvalid={onInvalid}>
      <Stack gap={3}>
        {children}
        <Bar>
          <Button type="submit" fullWidth busy={busy} icon={<Check />}>
            {t('save')}
          </Button>
          <Button variant="secondary" fullWidth disabled={busy} icon={<X />} onClick={drop}>
            {t('cancel')}
          </Button>
        </Bar>
      </Stack>
      {standOn && (
        <ConflictDialog
          name={toasts.thing}
          onKeep={() => {
            standOn();
            return form.handleSubmit(save, onInvalid)();
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

const Bar = styled.div({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: layer.bar,
  display: 'flex',
  gap: space(3),
  // As wide as the card around it.
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
