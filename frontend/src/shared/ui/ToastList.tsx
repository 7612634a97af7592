import '../i18n/racStrings';
import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { ChevronDown, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  Text as AriaText,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as AriaToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  type QueuedToast,
} from 'react-aria-components/Toast';
import { useText } from '../i18n/useText';
import { media } from '../theme/media';
import { colors, layer, motion, radius, rem, size, space, touchTarget, type } from '../theme/tokens';
import { connectToasts, type ToastMessage } from './toastQueue';

/** px of a line; two of them fit into the header. */
const LINE = 22;
const HEADER = Number.parseInt(size.header, 10);
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const;

interface ToastListProps {
  /** Called once, when messages can be displayed. */
  readonly onReady: (ready: boolean) => void;
}

/** Good news and mere information are out of date once there is something newer. */
const isPassing = ({ tone }: ToastMessage): boolean => tone === 'success' || tone === 'info';

/**
 * The toast: one at a time, the newest, over the page's header and so never over what is being edited. Errors and
 * warnings come back when the newer toast is gone. The only user of React Aria's alpha toast.
 */
export function ToastList({ onReady }: ToastListProps): ReactElement {
  const t = useText('ui');
  const [queue] = useState(() => new AriaToastQueue<ToastMessage>({ maxVisibleToasts: 1 }));
  useEffect(() => {
    const keys = new Map<string, string>();
    const disconnect = connectToasts({
      add: ({ about, message, duration }) => {
        for (const { key, content } of queue.visibleToasts) if (isPassing(content)) queue.close(key);
        keys.set(about, queue.add(message, { timeout: duration, onClose: () => keys.delete(about) }));
      },
      dismiss: (about) => {
        const key = keys.get(about);
        if (key !== undefined) queue.close(key);
      },
    });
    onReady(true);
    return disconnect;
  }, [queue, onReady]);
  return (
    <Region
      queue={queue}
      aria-label={t('notifications')}
      // A finger on a toast stops its clock, as a mouse over it does.
      onTouchStart={() => queue.pauseAll()}
      onTouchEnd={({ currentTarget }) => {
        // A toast with the focus stays as long as it has it.
        if (!currentTarget.contains(document.activeElement)) queue.resumeAll();
      }}
    >
      {({ toast }: { toast: QueuedToast<ToastMessage> }) => (
        <ToastCard toast={toast} onClose={() => queue.close(toast.key)} />
      )}
    </Region>
  );
}

/** The bottom of the focused field in px when a toast would cover it: a search in a bar, any field on a short screen. */
function bottomOfTypedField(): number {
  const typed = document.activeElement?.closest('input, textarea')?.getBoundingClientRect();
  return typed && typed.bottom > 0 && typed.top < HEADER ? typed.bottom : 0;
}

interface ToastCardProps {
  readonly toast: QueuedToast<ToastMessage>;
  readonly onClose: () => void;
}

function ToastCard({ toast, onClose }: ToastCardProps): ReactElement {
  const t = useText('ui');
  const { tone, lines, action } = toast.content;
  const Icon = icons[tone];
  const words = useRef<HTMLElement>(null);
  const [below] = useState(bottomOfTypedField);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
    setCut(scrollHeight > clientHeight);
  }, []);
  return (
    <Paper toast={toast} data-tone={tone} style={{ marginBlockStart: below }}>
      <Icon strokeWidth={2} />
      <AriaToastContent role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
        <Words ref={words} slot="title" elementType="div" data-whole={whole || undefined}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Words>
      </AriaToastContent>
      {action && (
        <Action
          onPress={() => {
            onClose();
            action.onAction();
          }}
        >
          {action.label}
        </Action>
      )}
      {cut && !whole ? (
        // The same key as the cross, which takes its place: so the focus stays when the text is opened.
        <Close key="x" aria-label={t('showWhole')} onPress={() => setWhole(true)}>
          <ChevronDown />
        </Close>
      ) : (
        <Close key="x" slot="close" aria-label={t('close')}>
          <X size={18} />
        </Close>
      )}
    </Paper>
  );
}

const drop = keyframes({ from: { opacity: 0, transform: 'translateY(-12px)' } });

const Region = styled(AriaToastRegion<ToastMessage>)({
  position: 'fixed',
  zIndex: layer.toast,
  insetBlockStart: 'calc(env(safe-area-inset-top) + 1px)',
  insetInline: space(2),
  [media.tabletUp]: { insetInline: 0, marginInline: 'auto', inlineSize: '440px' },
  borderRadius: radius.button,
  '& ol': { display: 'flex !important', flexDirection: 'column', gap: space(2) },
});

const Paper = styled(AriaToast<ToastMessage>)({
  ...type.label,
  lineHeight: rem(LINE),
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(2),
  paddingBlock: space(1),
  paddingInlineStart: space(3),
  borderRadius: radius.button,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.raised,
  boxShadow: colors.shadow2,
  color: colors.text,
  [motion.allowed]: { animation: `${drop} ${motion.fade}` },
  '& > svg': { flex: 'none', marginBlockStart: space(3), color: 'var(--tone)' },
  '& > div': { flex: 1, minInlineSize: 0, minBlockSize: size.touch, display: 'flex', alignItems: 'center' },
  '--tone': colors.brand,
  position: 'relative',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '3px',
    insetBlock: '8px',
    inlineSize: '3px',
    borderRadius: radius.full,
    backgroundColor: 'var(--tone)',
  },
  '&[data-tone="success"]': { '--tone': colors.success },
  '&[data-tone="error"]': { '--tone': colors.danger },
  '&[data-tone="warning"]': { '--tone': colors.warning },
});

// Two lines, until the whole text is opened.
const Words = styled(AriaText)({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  '&[data-whole]': { WebkitLineClamp: 'none', maxBlockSize: '50dvh', overflowY: 'auto' },
});

const Action = styled(Button)({
  flex: 'none',
  minInlineSize: size.touch,
  minBlockSize: size.touch,
  paddingInline: space(2),
  borderRadius: radius.button,
  color: colors.brand,
  fontWeight: 700,
  '&[data-hovered]': { backgroundColor: colors.hover },
});

const Close = styled(Button)({
  ...touchTarget,
  marginInlineStart: `calc(-1 * ${space(3)})`,
  borderRadius: radius.button,
  color: colors.muted,
});
