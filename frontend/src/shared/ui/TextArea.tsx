import styled from '@emotion/styled';
import { type ComponentPropsWithRef, type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { localDigits } from '../lib/digits';
import { space, type } from '../theme/tokens';
import { Control, Field, type FieldOptions, fieldAria } from './Field';

export interface TextAreaProps
  extends Omit<FieldOptions, 'counter'>,
    Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'maxLength' | 'children'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** In Unicode characters; what is beyond is cut, and a counter shows. */
  readonly maxLength?: number;
}

/** Several lines of text, growing with them, with a counter. */
export function TextArea({
  label,
  labelHidden,
  description,
  error,
  value,
  onValueChange,
  maxLength,
  rows = 4,
  id,
  ...rest
}: TextAreaProps): ReactElement {
  const { t } = useTranslation('ui');
  const ownId = useId();
  const fieldId = id ?? ownId;
  const options: FieldOptions = { label, description, error, ...(labelHidden !== undefined && { labelHidden }) };
  const counter =
    maxLength === undefined
      ? null
      : t('counter', { used: localDigits(Array.from(value).length), max: localDigits(maxLength) });
  return (
    <Field {...options} id={fieldId} counter={counter}>
      <Control>
        <Area
          {...rest}
          {...fieldAria(fieldId, options)}
          rows={rows}
          value={value}
          onChange={(event) => {
            const text = event.target.value;
            const characters = Array.from(text);
            const tooLong = maxLength !== undefined && characters.length > maxLength;
            onValueChange(tooLong ? characters.slice(0, maxLength).join('') : text);
          }}
        />
      </Control>
    </Field>
  );
}

const Area = styled.textarea({
  ...type.input,
  lineHeight: '28px',
  flex: 1,
  minInlineSize: 0,
  paddingInline: space(3),
  paddingBlock: space(2),
  border: 0,
  borderRadius: 'inherit',
  backgroundColor: 'transparent',
  resize: 'vertical',
  fieldSizing: 'content',
  minBlockSize: '96px',
  '&:focus-visible': { outline: 'none' },
});
