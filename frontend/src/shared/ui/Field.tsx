import styled from '@emotion/styled';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { bareInput, colors, motion, radius, rem, size, space, type } from '../theme/tokens';
import { VisuallyHidden } from './VisuallyHidden';

/** What every field takes. */
export interface FieldOptions {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean | undefined;
  readonly description?: ReactNode;
  /** Under the field, with an icon; the border turns red. */
  readonly error?: string | null | undefined;
  /** At the end of the line under the field. */
  readonly counter?: ReactNode;
}

interface FieldProps extends FieldOptions {
  readonly id: string;
  readonly children: ReactNode;
}

const descriptionId = (id: string): string => `${id}-help`;
const errorId = (id: string): string => `${id}-error`;

export interface FieldControl {
  readonly id?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** The state that the frame shows. An attribute, not `:has()`: that came to Firefox after 115. */
const frameState = ({ error }: FieldOptions, { disabled, readOnly }: FieldControl) => ({
  'data-frame': true,
  'data-invalid': error ? true : undefined,
  'data-disabled': disabled || undefined,
  'data-readonly': readOnly || undefined,
});

/** The attributes that tie a control to its texts. */
const fieldAria = (id: string, { error, description }: FieldOptions) => {
  const ids = [error ? errorId(id) : '', description ? descriptionId(id) : ''].filter((part) => part !== '');
  return {
    id,
    ...(error && { 'aria-invalid': true }),
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
  } as const;
};

/** Splits the props of a field into those of its frame and those of its control. */
export function useField<Props extends FieldOptions & FieldControl>(props: Props) {
  const { label, labelHidden, description, error, counter, id, ...control } = props;
  const ownId = useId();
  const field = { label, labelHidden, description, error, counter, id: id ?? ownId };
  return { field, control, aria: fieldAria(field.id, field), frame: frameState(field, control) };
}

/** Label above, control, then one line for the error or the description and the counter. */
export function Field({
  id,
  label,
  labelHidden = false,
  description,
  error,
  counter,
  children,
}: FieldProps): ReactElement {
  const Name = labelHidden ? VisuallyHidden : Label;
  return (
    <Root>
      <label htmlFor={id}>
        <Name>{label}</Name>
      </label>
      {children}
      <Below>
        <Texts>
          {/* Here before its first error: a region that comes together with its text is not read out. */}
          <div aria-live="polite">
            {error && (
              <ErrorText id={errorId(id)}>
                <CircleAlert size={16} />
                {error}
              </ErrorText>
            )}
          </div>
          {description && <span id={descriptionId(id)}>{description}</span>}
        </Texts>
        {counter && <span>{counter}</span>}
      </Below>
    </Root>
  );
}

const Root = styled.div({ display: 'flex', flexDirection: 'column', minInlineSize: 0, inlineSize: '100%' });

const Label = styled.span({ ...type.label, display: 'block', color: colors.text, marginBlockEnd: space(1) });

const Below = styled.div({
  ...type.caption,
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: space(3),
  color: colors.muted,
  '& span': { marginBlockStart: space(1) },
});

const Texts = styled.div({ display: 'flex', flexDirection: 'column', minInlineSize: 0, flex: 1 });

const ErrorText = styled.span({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: space(1),
  color: colors.danger,
  '& > svg': { flex: 'none', marginBlockStart: '3px' },
});

/** The frame around an input and what stands beside it. */
export const Control = styled.div({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minBlockSize: size.field,
  backgroundColor: colors.surface,
  border: `1px solid ${colors.lineStrong}`,
  borderRadius: radius.field,
  transition: `border-color ${motion.press}, box-shadow ${motion.press}`,
  '&:focus-within': { borderColor: colors.brand, boxShadow: `0 0 0 1px ${colors.brand}` },
  '&[data-readonly]': { backgroundColor: colors.sunken },
  '&[data-disabled]': { backgroundColor: colors.sunken, borderColor: colors.line, color: colors.muted },
  '&[data-invalid]': { borderColor: colors.danger },
  '&[data-invalid]:focus-within': { boxShadow: `0 0 0 1px ${colors.danger}` },
});

export const Input = styled.input({
  ...bareInput,
  inlineSize: '100%',
  blockSize: rem(46),
  paddingInline: space(3),
  color: 'inherit',
  textAlign: 'start',
  // Digits run left to right but stand at the start of the Persian line.
  '[dir="rtl"] &[dir="ltr"]': { textAlign: 'end' },
  '&::-ms-reveal': { display: 'none' },
  '&:-webkit-autofill': {
    WebkitTextFillColor: colors.text,
    boxShadow: `inset 0 0 0 99px ${colors.surface}`,
  },
});

/** A word or icon inside the frame, beside the input. */
export const Slot = styled.span({
  ...type.label,
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  color: colors.muted,
  paddingInline: space(3),
  '& > button': { marginInline: `calc(1px - ${space(3)})` },
});
