import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId } from 'react';
import { centred, colors, motion, radius, size, space, type } from '../theme/tokens';
import { Spinner } from './Spinner';
import { VisuallyHidden } from './VisuallyHidden';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly description?: ReactNode;
  readonly disabled?: boolean;
  readonly busy?: boolean;
}

/** On or off, at once. The whole line is the target. */
export function Switch({
  checked,
  onChange,
  label,
  labelHidden = false,
  description,
  disabled = false,
  busy = false,
}: SwitchProps): ReactElement {
  const helpId = useId();
  return (
    <Line data-disabled={disabled || undefined}>
      {labelHidden ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <Words>
          <span>{label}</span>
          {description && <Help id={helpId}>{description}</Help>}
        </Words>
      )}
      <Native
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-busy={busy || undefined}
        {...(description && !labelHidden && { 'aria-describedby': helpId })}
        onChange={(event) => {
          if (!busy) onChange(event.target.checked);
        }}
      />
      <Track aria-hidden>
        <Thumb>{busy && <Spinner size={14} />}</Thumb>
      </Track>
    </Line>
  );
}

const Line = styled.label({
  ...type.label,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(4),
  minBlockSize: size.touch,
  minInlineSize: size.touch,
  cursor: 'pointer',
  '&[data-disabled]': { cursor: 'not-allowed', color: colors.muted },
});

const Words = styled.span({ display: 'flex', flexDirection: 'column', minInlineSize: 0 });
const Help = styled.span({ ...type.caption, color: colors.muted });

const Thumb = styled.span({
  ...centred,
  position: 'absolute',
  insetBlockStart: '3px',
  insetInlineStart: '3px',
  inlineSize: '22px',
  blockSize: '22px',
  borderRadius: radius.full,
  backgroundColor: colors.surface,
  color: colors.muted,
  boxShadow: '0 1px 3px rgb(0 0 0 / .25)',
  transition: `inset-inline-start ${motion.fade}`,
});

const Track = styled.span({
  position: 'relative',
  flex: 'none',
  inlineSize: '48px',
  blockSize: '28px',
  borderRadius: radius.full,
  backgroundColor: colors.lineStrong,
  transition: `background-color ${motion.fade}`,
});

const Native = styled.input({
  position: 'absolute',
  insetInlineEnd: 0,
  inlineSize: '48px',
  blockSize: '28px',
  margin: 0,
  opacity: 0,
  cursor: 'inherit',
  '&:checked + span': { backgroundColor: colors.success },
  '&:checked + span > span': { insetInlineStart: '23px' },
  '&:focus-visible + span': { outline: `2px solid ${colors.brand}`, outlineOffset: '2px' },
  '&:disabled + span': { opacity: 0.5 },
});
