import '../i18n/racStrings';
import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as AriaToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  type QueuedToast,
  Text,
} from 'react-aria-components/Toast';
import { useText } from '../i18n/useText';
import { colors, iconStroke, layer, motion, radius, size, space, type } from '../theme/tokens';
import { connectToasts, type ToastMessage } from './toastQueue';

const MAX_VISIBLE = 2;
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info } as const;

interface ToastListProps {
  /** Told once that messages now come here. */
  readonly onReady: (ready: boolean) => void;
}

/** The visible toasts: top centre, at most two, the newest first. The only user of React Aria's alpha toast. */
export function ToastList({ onReady }: ToastListProps): ReactElement {
  const t = useText('ui');
  const [queue] = useState(() => new AriaToastQueue<ToastMessage>({ maxVisibleToasts: MAX_VISIBLE }));
  useEffect(() => {
    const keys = new Map<string, string>();
    const disconnect = connectToasts({
      add: ({ about, message, duration }) => {
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
      onTouchStart={() => {
        queue.pauseAll();
      }}
      onTouchEnd={() => {
        queue.resumeAll();
      }}
    >
      {({ toast }: { toast: QueuedToast<ToastMessage> }) => (
        <ToastCard toast={toast} onClose={() => queue.close(toast.key)} />
      )}
    </Region>
  );
}

interface ToastCardProps {
  readonly toast: QueuedToast<ToastMessage>;
  readonly onClose: () => void;
}

function ToastCard({ toast, onClose }: ToastCardProps): ReactElement {
  const t = useText('ui');
  const { tone, lines, action } = toast.content;
  const Icon = icons[tone];
  return (
    <Paper toast={toast} data-tone={tone}>
      <Icon size={20} strokeWidth={2} aria-hidden />
      <AriaToastContent role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
        <Text slot="title" elementType="div">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Text>
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
      <Close slot="close" aria-label={t('close')}>
        <X size={18} strokeWidth={iconStroke} aria-hidden />
      </Close>
    </Paper>
  );
}

const drop = keyframes({ from: { opacity: 0, transform: 'translateY(-12px)' } });

const Region = styled(AriaToastRegion<ToastMessage>)({
  position: 'fixed',
  zIndex: layer.toast,
  insetBlockStart: `calc(${size.header} + ${space(2)} + env(safe-area-inset-top))`,
  insetInline: 0,
  marginInline: 'auto',
  inlineSize: `min(440px, calc(100vw - ${space(8)}))`,
  borderRadius: radius.button,
  '& ol': { display: 'flex !important', flexDirection: 'column', gap: space(2) },
});

const Paper = styled(AriaToast<ToastMessage>)({
  ...type.label,
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(3),
  paddingBlock: space(3),
  paddingInlineStart: space(4),
  paddingInlineEnd: space(1),
  borderRadius: radius.button,
  border: `1px solid ${colors.line}`,
  backgroundColor: colors.raised,
  boxShadow: colors.shadow2,
  color: colors.text,
  [motion.allowed]: { animation: `${drop} ${motion.fade}` },
  '& > svg': { flex: 'none', marginBlockStart: '2px', color: 'var(--tone)' },
  '& > div': { flex: 1, minInlineSize: 0 },
  '--tone': colors.brand,
  position: 'relative',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '4px',
    insetBlock: '10px',
    inlineSize: '3px',
    borderRadius: radius.full,
    backgroundColor: 'var(--tone)',
  },
  '&[data-tone="success"]': { '--tone': colors.success },
  '&[data-tone="error"]': { '--tone': colors.danger },
  '&[data-tone="warning"]': { '--tone': colors.warning },
});

const Action = styled(Button)({
  flex: 'none',
  minInlineSize: size.touch,
  minBlockSize: size.touch,
  marginBlock: '-10px',
  paddingInline: space(2),
  borderRadius: radius.button,
  color: colors.brand,
  fontWeight: 700,
  '&[data-hovered]': { backgroundColor: colors.hover },
});

const Close = styled(Button)({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  inlineSize: '32px',
  blockSize: '24px',
  borderRadius: radius.full,
  color: colors.muted,
  '&::after': { content: '""', position: 'absolute', inset: '-10px -6px' },
});
