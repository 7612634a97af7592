import { memo } from 'react';
import { DateField as PlainDateField } from '../ui/DateField';
import { DigitField as PlainDigitField } from '../ui/DigitField';
import { PasswordField as PlainPasswordField } from '../ui/PasswordField';
import { SelectField as PlainSelectField } from '../ui/SelectField';
import { Switch as PlainSwitch } from '../ui/Switch';
import { TextArea as PlainTextArea } from '../ui/TextArea';
import { TextField as PlainTextField } from '../ui/TextField';

/**
 * Fields for forms with many of them: typing into one renders only that one again. For `form.bind`, which passes a
 * field the same callback each time; other props must be as stable.
 */
export const DateField = memo(PlainDateField);
export const DigitField = memo(PlainDigitField);
export const PasswordField = memo(PlainPasswordField);
// `memo` loses the type parameter of the options.
export const SelectField = memo(PlainSelectField) as typeof PlainSelectField;
export const Switch = memo(PlainSwitch);
export const TextArea = memo(PlainTextArea);
export const TextField = memo(PlainTextField);
