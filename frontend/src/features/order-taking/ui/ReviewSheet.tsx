import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { Sheet } from '../../../shared/ui/Sheet';
import { TakenActions } from './TakenActions';
import { TakenOrder, type TakenProps } from './TakenOrder';

interface ReviewSheetProps extends TakenProps {
  readonly storeOff: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The whole order before it is placed, on screens that have no room for it beside the goods. */
export function ReviewSheet({ storeOff, isOpen, onClose, ...taken }: ReviewSheetProps): ReactElement {
  const t = useText('taking');
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('review')}
      footer={<TakenActions {...taken} storeOff={storeOff} />}
      tall
    >
      <TakenOrder {...taken} />
    </Sheet>
  );
}
