import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { bareInput, colors, space } from '../theme/tokens';
import { Control, Field, type FieldControl, type FieldOptions, useField } from './Field';

interface SelectOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface SelectFieldProps<V extends string> extends FieldOptions, FieldControl {
  readonly options: readonly SelectOption<V>[];
  readonly value: V | '';
  readonly onValueChange: (value: V) => void;
  /** While nothing is chosen. */
  readonly placeholder?: string;
}

/** A native select: the fastest on a phone. */
export function SelectField<V extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  ...props
}: SelectFieldProps<V>): ReactElement {
  const { field, aria, frame } = useField(props);
  return (
    <Field {...field}>
      <Control {...frame}>
        <Native
          {...aria}
          value={value}
          disabled={props.disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onValueChange(chosen.value);
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Native>
        <Arrow />
      </Control>
    </Field>
  );
}

const Native = styled.select({
  ...bareInput,
  blockSize: '46px',
  paddingInlineStart: space(3),
  paddingInlineEnd: space(10),
  appearance: 'none',
  '& option': { backgroundColor: colors.raised, color: colors.text },
});

const Arrow = styled(ChevronDown)({
  position: 'absolute',
  insetInlineEnd: space(3),
  color: colors.muted,
  pointerEvents: 'none',
});
