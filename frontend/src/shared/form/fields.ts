import { memo } from 'react';
import { DateField as PlainDateField } from '../ui/DateField';
import { DigitField as PlainDigitField } from '../ui/DigitField';
import { PasswordField as PlainPasswordField } from '../ui/PasswordField';
import { SelectField as PlainSelectField } from '../ui/SelectField';
import { Switch as PlainSwitch } from '../ui/Switch';
import { TextArea as PlainTextArea } from '../ui/TextArea';
import { TextField as PlainTextField } from '../ui/TextField';

/**
 * Fields for forms with many of them: what is typed into one draws only that one again. For `form.bind`, which gives a
 * field the same callback each time; other props must be as steady.
 */
export const DateField = memo(PlainDateField);
export const DigitField = memo(PlainDigitField);
export const PasswordField = memo(PlainPasswordField);
// `memo` forgets what the choices are.
export const SelectField = memo(PlainSelectField) as typeof PlainSelectField;
export const Switch = memo(PlainSwitch);
export const TextArea = memo(PlainTextArea);
export const TextField = memo(PlainTextField);
