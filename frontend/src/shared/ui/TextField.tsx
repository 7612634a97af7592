import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useId } from 'react';
import { typedDirection } from '../lib/locale';
import { Control, Field, type FieldOptions, fieldAria, frameState, Input, Slot } from './Field';

export interface TextFieldProps
  extends FieldOptions,
    Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Inside the frame, before and after the text. */
  readonly startSlot?: ReactNode;
  readonly endSlot?: ReactNode;
}

/** One line of text. */
export function TextField({
  label,
  labelHidden,
  description,
  error,
  counter,
  value,
  onValueChange,
  startSlot,
  endSlot,
  id,
  ...rest
}: TextFieldProps): ReactElement {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const options: FieldOptions = {
    label,
    description,
    error,
    counter,
    ...(labelHidden !== undefined && { labelHidden }),
  };
  return (
    <Field {...options} id={fieldId}>
      <Control {...frameState(options, rest)}>
        {startSlot && <Slot>{startSlot}</Slot>}
        <Input
          dir={typedDirection()}
          {...rest}
          {...fieldAria(fieldId, options)}
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value);
          }}
        />
        {endSlot && <Slot>{endSlot}</Slot>}
      </Control>
    </Field>
  );
}
