import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMemo } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type UseFormReturn,
  type UseFormSetValue,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { FORM } from './messages';

/** The props of a field in shared/ui. */
export interface BoundField<Value> {
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  readonly onValueChange: (value: Value) => void;
}

export interface SchemaForm<Values extends FieldValues, Output extends FieldValues = Values>
  extends UseFormReturn<Values, unknown, Output> {
  /** `<TextField label="…" {...form.bind('title')} />` */
  readonly bind: <Name extends FieldPath<Values>>(name: Name) => BoundField<FieldPathValue<Values, Name>>;
}

/** The rules of a form: what is typed, and what is sent of it. */
export type FormSchema<Values, Output> = GenericSchema<Values, Output>;

/** A form whose rules are a valibot schema. It is checked when it is sent, and from then on as it is typed. */
export function useSchemaForm<Values extends FieldValues, Output extends FieldValues>(
  schema: FormSchema<Values, Output>,
  defaultValues: DefaultValues<Values>,
): SchemaForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    resolver: valibotResolver(schema, { lang: FORM }),
    defaultValues,
    // All rules are asked, also those that look at several fields; each field shows its first message.
    criteriaMode: 'all',
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control });
  const { isSubmitted } = form.formState;
  const { setValue } = form;
  const setters = useMemo(() => steadySetters<Values>(setValue, isSubmitted), [setValue, isSubmitted]);
  const bind: SchemaForm<Values, Output>['bind'] = (name) => ({
    name,
    // A field that was just added renders before the watched values contain it.
    value: get(values, name) ?? form.getValues(name),
    error: form.getFieldState(name, form.formState).error?.message,
    onValueChange: setters(name),
  });
  return { ...form, bind };
}

/** The callback of each field, the same one each time: so that a field that did not change need not render again. */
function steadySetters<Values extends FieldValues>(setValue: UseFormSetValue<Values>, isSubmitted: boolean) {
  const known = new Map<FieldPath<Values>, unknown>();
  return <Name extends FieldPath<Values>>(name: Name) => {
    type Setter = (value: FieldPathValue<Values, Name>) => void;
    const cached = known.get(name) as Setter | undefined;
    const setter: Setter =
      cached ?? ((value) => setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }));
    known.set(name, setter);
    return setter;
  };
}
