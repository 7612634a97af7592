import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import type { SchemaForm } from './useSchemaForm';

interface FormProps<Values extends FieldValues, Output extends FieldValues> {
  readonly form: SchemaForm<Values, Output>;
  /** Names the form for screen readers. */
  readonly label: string;
  /** Called with the schema's output. Errors that the server found are set by `form.setError`. */
  readonly onSubmit: (values: Output) => unknown;
  readonly onInvalid?: (errors: FieldErrors<Values>) => void;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A form; when it cannot be sent, or is refused, the first field with an error takes the focus. */
export function Form<Values extends FieldValues, Output extends FieldValues>({
  form,
  label,
  onSubmit,
  onInvalid,
  id,
  children,
}: FormProps<Values, Output>): ReactElement {
  const element = useRef<HTMLFormElement>(null);
  const submit = form.handleSubmit(onSubmit, onInvalid);
  const { submitCount } = form.formState;
  useEffect(() => {
    if (submitCount === 0) return;
    // Fields that were disabled while the call ran are enabled with the next frame.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }, [submitCount]);
  return (
    <form
      ref={element}
      id={id}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // A form in a portal still bubbles through React to the form around it.
        event.stopPropagation();
        void submit(event);
      }}
    >
      {children}
    </form>
  );
}
