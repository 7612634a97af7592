import styled from '@emotion/styled';
import { type ComponentPropsWithRef, type ReactElement, useState } from 'react';
import { useText } from '../i18n/useText';
import { localDigits } from '../lib/digits';
import { typedDirection } from '../lib/locale';
import { bareInput, rem, space } from '../theme/tokens';
import { Control, Field, type FieldOptions, useField } from './Field';

interface TextAreaProps
  extends Omit<FieldOptions, 'counter'>,
    Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | 'maxLength' | 'children'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** In Unicode characters. A longer text is not accepted, and a line beside the counter says so. */
  readonly maxLength?: number;
}

/** Several lines of text, growing with them, with a counter. */
export function TextArea({ value, onValueChange, maxLength, rows = 4, ...props }: TextAreaProps): ReactElement {
  const t = useText('ui');
  const { field, control, aria, frame } = useField(props);
  const used = Array.from(value).length;
  const free = maxLength === undefined ? Number.POSITIVE_INFINITY : maxLength - used;
  /** By how many characters a pasted text was too long; none of it was accepted. */
  const [excess, setExcess] = useState(0);
  const counter = maxLength !== undefined && t('counter', { used: localDigits(used), max: localDigits(maxLength) });
  const full =
    excess > 0 ? t('tooLong', { count: excess }) : free <= 0 && t('full', { max: localDigits(maxLength ?? 0) });
  return (
    <Field
      {...field}
      counter={
        <Counter role="status">
          {full} {counter}
        </Counter>
      }
    >
      <Control {...frame}>
        <Area
          dir={typedDirection()}
          {...control}
          {...aria}
          rows={rows}
          value={value}
          // The browser stops typing, in UTF-16 units; a text that is too long already can only become shorter.
          maxLength={maxLength === undefined ? undefined : value.length + Math.max(0, free)}
          onPaste={(event) => {
            const { selectionStart, selectionEnd } = event.currentTarget;
            const replaced = Array.from(value.slice(selectionStart, selectionEnd)).length;
            const over = Array.from(event.clipboardData.getData('text')).length - replaced - free;
            setExcess(Math.max(0, over));
            if (over > 0) event.preventDefault();
          }}
          onChange={(event) => {
            const text = event.target.value;
            const over = Array.from(text).length - (maxLength ?? Number.POSITIVE_INFINITY);
            setExcess(Math.max(0, over));
            if (over <= 0 || text.length < value.length) onValueChange(text);
          }}
        />
      </Control>
    </Field>
  );
}

const Counter = styled.span({ display: 'block', textAlign: 'end' });

const Area = styled.textarea({
  ...bareInput,
  lineHeight: rem(28),
  paddingInline: space(3),
  paddingBlock: space(2),
  resize: 'vertical',
  fieldSizing: 'content',
  minBlockSize: '96px',
});
