import '../i18n/racStrings';
import styled from '@emotion/styled';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { useText } from '../i18n/useText';
import { media } from '../theme/media';
import { colors, space, type } from '../theme/tokens';
import { IconButton } from './IconButton';

export interface DialogFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Actions, pinned under the content. */
  readonly footer?: ReactNode;
  /** Without it there is no close button. */
  readonly onClose?: (() => void) | undefined;
  /** Adds «بازگشت» before the title: for a dialog that stands for a page. */
  readonly onBack?: (() => void) | undefined;
  readonly role?: 'dialog' | 'alertdialog';
}

/** Title and close button, scrolling content, pinned actions: the inside of every dialog and sheet. */
export function DialogFrame({
  title,
  children,
  footer,
  onClose,
  onBack,
  role = 'dialog',
}: DialogFrameProps): ReactElement {
  const t = useText('ui');
  return (
    <Frame role={role}>
      <Top data-back={onBack !== undefined || undefined}>
        {onBack && <IconButton label={t('back')} icon={<ArrowLeft className="flip" size={22} />} onClick={onBack} />}
        <Title slot="title" level={2}>
          {title}
        </Title>
        {onClose && <IconButton label={t('close')} icon={<X size={22} />} onClick={onClose} />}
      </Top>
      <Content data-scroll>{children}</Content>
      {footer && <Actions>{footer}</Actions>}
    </Frame>
  );
}

const Frame = styled(AriaDialog)({
  display: 'flex',
  flexDirection: 'column',
  minBlockSize: 0,
  flex: 1,
  outline: 'none',
  // All of it scrolls where title and answers would leave nothing to read.
  [media.short]: { overflowY: 'auto', '& > [data-scroll]': { flex: 'none', overflowY: 'visible' } },
});

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  minBlockSize: '56px',
  paddingInlineStart: space(5),
  paddingInlineEnd: space(2),
  '&[data-back]': { paddingInlineStart: space(2), justifyContent: 'start' },
  '&[data-back] > :last-child': { marginInlineStart: 'auto' },
});

const Title = styled(Heading)({ ...type.heading, paddingBlock: space(3) });

const Content = styled.div({
  // Fills a dialog that is as high as the screen, and keeps its actions at the bottom.
  flex: '1 1 auto',
  minBlockSize: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  paddingInline: space(5),
  paddingBlock: `${space(1)} ${space(5)}`,
  color: colors.text,
});

const Actions = styled.div({
  display: 'flex',
  gap: space(3),
  paddingInline: space(5),
  paddingBlock: `${space(3)} calc(${space(5)} + env(safe-area-inset-bottom))`,
  borderBlockStart: `1px solid ${colors.line}`,
  '& > *': { flex: 1 },
});
