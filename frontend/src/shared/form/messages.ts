import i18next, { type ParseKeys } from 'i18next';
import * as v from 'valibot';

/** The forms' own messages, apart from those of the wire's schemas: valibot keeps messages by a language. */
export const FORM = 'form';

const text = (key: ParseKeys<'form'>, count?: number) => i18next.getFixedT(null, 'form')(key, { count });

// The messages of rules that have no text of their own. Read when the rule fails, so in the page's language.
v.setSpecificMessage(v.nonEmpty, () => text('rule.required'), FORM);
v.setSpecificMessage(v.nonNullable, () => text('rule.required'), FORM);
v.setSpecificMessage(v.email, () => text('rule.email'), FORM);
v.setSpecificMessage(v.digits, () => text('rule.digits'), FORM);
v.setSpecificMessage(v.minCodePoints, ({ requirement }) => text('rule.min', requirement), FORM);
v.setSpecificMessage(v.maxCodePoints, ({ requirement }) => text('rule.max', requirement), FORM);
v.setGlobalMessage(() => text('rule.format'), FORM);
