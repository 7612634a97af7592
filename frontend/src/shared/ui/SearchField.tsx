import styled from '@emotion/styled';
import { Search, X } from 'lucide-react';
import { type ReactElement, type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../i18n/useText';
import { typedDirection } from '../lib/locale';
import { bareInput, colors, motion, radius, space } from '../theme/tokens';
import { IconButton } from './IconButton';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Slides out of the header and takes the focus. Leave it out for a field that is always there. */
  readonly isOpen?: boolean;
  /** Escape on an empty field. */
  readonly onClose?: () => void;
}

/** A search box. */
export function SearchField({ label, value, onValueChange, isOpen = true, onClose }: SearchFieldProps): ReactElement {
  const t = useText('ui');
  const input = useRef<HTMLInputElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) input.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (value !== '') onValueChange('');
    else onClose?.();
  };
  return (
    <Slide data-open={isOpen || undefined} inert={!isOpen}>
      <Clip>
        <Box role="search">
          <Search />
          <Input
            dir={typedDirection()}
            ref={input}
            type="search"
            enterKeyHint="search"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            value={value}
            onKeyDown={onKeyDown}
            onChange={(event) => onValueChange(event.target.value)}
          />
          {value !== '' && (
            <IconButton
              label={t('clear')}
              icon={<X size={18} />}
              onClick={() => {
                onValueChange('');
                input.current?.focus();
              }}
            />
          )}
        </Box>
      </Clip>
    </Slide>
  );
}

const Slide = styled.div({
  display: 'grid',
  gridTemplateRows: '0fr',
  visibility: 'hidden',
  '&[data-open]': { gridTemplateRows: '1fr', visibility: 'visible' },
  [motion.allowed]: {
    transition: `grid-template-rows ${motion.fade}, visibility ${motion.fade}`,
    // Visible at once: an element that is fading in cannot take the focus.
    '&[data-open]': { transition: `grid-template-rows ${motion.fade}` },
  },
});

const Clip = styled.div({ minBlockSize: 0, overflow: 'hidden' });

const Box = styled.div({
  display: 'flex',
  alignItems: 'center',
  minBlockSize: '46px',
  margin: '2px',
  paddingInlineStart: space(4),
  borderRadius: radius.full,
  backgroundColor: colors.sunken,
  color: colors.muted,
  border: '1px solid transparent',
  '&:focus-within': {
    borderColor: colors.brand,
    boxShadow: `0 0 0 1px ${colors.brand}`,
    backgroundColor: colors.surface,
  },
  '& > svg': { flex: 'none' },
});

const Input = styled.input({
  ...bareInput,
  blockSize: '44px',
  paddingInline: space(3),
  color: colors.text,
  appearance: 'none',
  '&::-webkit-search-cancel-button': { display: 'none' },
});
