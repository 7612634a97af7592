import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Inline } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';

interface LostNoticeProps {
  readonly texts: { readonly text: string; readonly retry: string; readonly drop: string };
  readonly onRetry: () => unknown;
  readonly onDrop: () => unknown;
}

/** A change of an order whose answer did not come: it is tried again, or dropped. */
export function LostNotice({ texts, onRetry, onDrop }: LostNoticeProps): ReactElement {
  const [dropping, setDropping] = useState(false);
  const drop = (): void => {
    setDropping(true);
    onDrop();
  };
  return (
    <Notice tone="danger" lines={[texts.text]}>
      <NoticeButtons gap={2} wrap>
        <Button size="sm" onClick={() => void onRetry()}>
          {texts.retry}
        </Button>
        <Button size="sm" variant="ghost" busy={dropping} onClick={drop}>
          {texts.drop}
        </Button>
      </NoticeButtons>
    </Notice>
  );
}

/** Below what a notice says. */
export const NoticeButtons = styled(Inline)({ paddingBlockStart: space(2) });
