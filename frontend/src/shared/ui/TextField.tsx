import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { typedDirection } from '../lib/locale';
import { Control, Field, type FieldOptions, Input, Slot, useField } from './Field';

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
export function TextField({ value, onValueChange, startSlot, endSlot, ...props }: TextFieldProps): ReactElement {
  const { field, control, aria, frame } = useField(props);
  return (
    <Field {...field}>
      <Control {...frame}>
        {startSlot && <Slot>{startSlot}</Slot>}
        <Input
          dir={typedDirection()}
          {...control}
          {...aria}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
        {endSlot && <Slot>{endSlot}</Slot>}
      </Control>
    </Field>
  );
}
