import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/api/appError';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { useEditSellerMutation } from '../api/endpoints';
import { formFieldOf, toSellerEdit } from '../api/map';
import { changesLogIn, emptyFields, hasCooperation, type SellerField, sellerFails } from '../model/sellerRules';
import type { SellerForm, SellerRecord } from '../model/types';
import { useSave } from '../model/useSave';
import { ConflictDialog } from './ConflictDialog';
import { CooperationFields } from './CooperationFields';
import { EditBar } from './Section';
import { SellerFields } from './SellerFields';

interface SellerEditorProps {
  readonly record: SellerRecord;
  readonly reload: () => Promise<number | null>;
  readonly onDone: () => void;
  /** The data as they stand on the server. */
  readonly children: ReactNode;
}

export type FieldErrors = Partial<Record<SellerField, string>>;
/** What every field of the form gets: its value, how to change it, what is wrong with it. */
export interface FormPart {
  readonly form: SellerForm;
  readonly errors: FieldErrors;
  readonly change: (part: Partial<SellerForm>) => void;
}

const long = { duration: toastDuration.long };

/** The seller's form. It starts from what the server has; leaving it without saving leaves that as it is. */
export function SellerEditor({ record, reload, onDone, children }: SellerEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [form, setForm] = useState(record.form);
  const [errors, setErrors] = useState<FieldErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const [edit] = useEditSellerMutation();

  const showErrors = (found: FieldErrors): void => {
    setErrors(found);
    // The first field with an error, in the order of the page.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  const onRefused = ({ fields }: AppError): boolean => {
    const named = Object.entries(fields ?? {}).flatMap(([field, text]) => {
      const at = formFieldOf[field];
      return at ? [[at, text] as const] : [];
    });
    if (named.length === 0) return false;
    showErrors(Object.fromEntries(named));
    toast.error([...new Set(named.map(([, text]) => text))], long);
    return true;
  };

  const { busy, save, conflict } = useSave({
    version: record.version,
    send: (write: Parameters<typeof edit>[0]) => edit(write).unwrap(),
    reload,
    onSaved: onDone,
    onRefused,
  });

  const submit = (): void => {
    const empty = emptyFields(form, record.type);
    if (empty.length > 0) {
      showErrors(Object.fromEntries(empty.map((field) => [field, t('fail.required')])));
      toast.error(t('fail.sellerEmpty'), long);
      return;
    }
    const wrong = Object.entries(sellerFails(form, record.form, record.type));
    if (wrong.length > 0) {
      showErrors(Object.fromEntries(wrong.map(([field, fail]) => [field, t(fail)])));
      return;
    }
    void save(toSellerEdit(record, form));
  };

  const part: FormPart = {
    form,
    errors,
    change: (changed) => {
      setForm((now) => ({ ...now, ...changed }));
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in changed))));
    },
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={t('sections.seller')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Grid>
        <SellerFields {...part} type={record.type} proves={changesLogIn(form, record.form)} />
        {hasCooperation(record.type) && <CooperationFields {...part} />}
      </Grid>
      <EditBar
        busy={busy}
        onCancel={() => {
          toast.info(t('done.dropped'), long);
          onDone();
        }}
      />
      <ConflictDialog conflict={conflict} section="seller" busy={busy} onTaken={onDone}>
        {children}
      </ConflictDialog>
    </form>
  );
}

const Grid = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: space(4),
  paddingBlockEnd: space(3),
  [media.tabletUp]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& > [data-wide]': { gridColumn: '1 / -1' },
});
