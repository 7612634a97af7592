import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/i18n';
import { TextField } from '../ui/TextField';
import { Form } from './Form';
import { useSchemaForm } from './useSchemaForm';

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxCodePoints(4)),
  mail: v.pipe(v.string(), v.email()),
  code: v.pipe(v.string(), v.digits(), v.minCodePoints(3)),
  plate: v.pipe(
    v.string(),
    v.check((text) => text !== 'x'),
  ),
});
type Values = v.InferOutput<typeof schema>;
const right: Values = { name: 'آریا', mail: 'a@b.ir', code: '123', plate: '' };

let sent: Values[] = [];

function Example({ start }: { readonly start: Partial<Values> }): ReactElement {
  const form = useSchemaForm(schema, { ...right, ...start });
  return (
    <Form
      form={form}
      label="نمونه"
      onSubmit={(values) => {
        sent.push(values);
        if (values.code === '999') form.setError('code', { message: 'گرفته شده است' });
      }}
    >
      <TextField label="name" {...form.bind('name')} />
      <TextField label="mail" {...form.bind('mail')} />
      <TextField label="code" {...form.bind('code')} />
      <TextField label="plate" {...form.bind('plate')} />
      <output>{form.formState.isDirty ? 'dirty' : 'as it was'}</output>
      <p>{`submitted: ${form.formState.submitCount}`}</p>
      <button type="submit">بفرست</button>
    </Form>
  );
}

async function send(start: Partial<Values>) {
  sent = [];
  const user = userEvent.setup();
  render(<Example start={start} />);
  await user.click(screen.getByRole('button'));
  await screen.findByText('submitted: 1');
  return user;
}

describe('a form of a schema', () => {
  it.each([
    ['name', ' ', 'این فیلد نمیتواند خالی باشد'],
    ['name', 'آریابد', 'حداکثر ۴ نویسه وارد کنید.'],
    ['mail', 'a.b', 'نشانی ایمیل معتبر نیست.'],
    ['code', '12a', 'فقط عدد وارد کنید.'],
    ['code', '12', 'حداقل ۳ نویسه وارد کنید.'],
    ['plate', 'x', 'قالب آنچه وارد شده درست نیست.'],
  ] as const)('says what is wrong with %s %j, and puts the focus there', async (name, value, text) => {
    await send({ [name]: value });
    expect(sent).toEqual([]);
    const field = screen.getByLabelText(name);
    expect(field).toHaveAccessibleDescription(text);
    await expect.poll(() => document.activeElement).toBe(field);
  });

  it('speaks the language of the page', async () => {
    await setLanguage('en');
    await send({ code: '12' });
    expect(screen.getByLabelText('code')).toHaveAccessibleDescription('Enter at least 3 characters.');
  });

  it('sends what the schema makes of it', async () => {
    await send({ name: ' مهر ' });
    expect(sent).toEqual([{ ...right, name: 'مهر' }]);
  });

  it('is checked again while it is mended', async () => {
    const user = await send({ name: '', code: '1' });
    await user.type(screen.getByLabelText('name'), 'ن');
    expect(screen.getByLabelText('name')).toBeValid();
    expect(screen.getByLabelText('code')).toBeInvalid();
  });

  it('shows what the server has found until that field changes', async () => {
    const user = await send({ code: '999' });
    const field = screen.getByLabelText('code');
    expect(field).toHaveAccessibleDescription('گرفته شده است');
    await expect.poll(() => document.activeElement).toBe(field);
    await user.type(field, '1');
    expect(field).toBeValid();
  });

  it('is dirty only while something differs from the beginning', async () => {
    const user = await send({});
    expect(screen.getByRole('status')).toHaveTextContent('as it was');
    await user.type(screen.getByLabelText('plate'), 'ب');
    expect(screen.getByRole('status')).toHaveTextContent('dirty');
    await user.clear(screen.getByLabelText('plate'));
    expect(screen.getByRole('status')).toHaveTextContent('as it was');
  });
});
