import { type ReactElement, useState } from 'react';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';

interface LostNoticeProps {
  readonly texts: { readonly text: string; readonly retry: string; readonly drop: string };
  readonly onRetry: () => unknown;
  readonly onDrop: () => unknown;
}

/** A change of an order that got no answer: the user tries it again or drops it. */
export function LostNotice({ texts, onRetry, onDrop }: LostNoticeProps): ReactElement {
  const [dropping, setDropping] = useState(false);
  const drop = (): void => {
    setDropping(true);
    onDrop();
  };
  return (
    <Notice tone="danger" lines={[texts.text]}>
      <Button size="sm" onClick={() => void onRetry()}>
        {texts.retry}
      </Button>
      <Button size="sm" variant="ghost" busy={dropping} onClick={drop}>
        {texts.drop}
      </Button>
    </Notice>
  );
}
