import { type ReactElement, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNeedsPlan, useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { baseApi } from '../../../shared/api/baseApi';
import { CONFLICT } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Notice } from '../../../shared/ui/Notice';
import { toast } from '../../../shared/ui/Toast';
import { TypeToConfirm } from '../../../shared/ui/TypeToConfirm';
import { useToggleStoreMutation } from '../api/endpoints';
import { useDecision } from '../model/useDecision';

interface StoreDialogProps {
  readonly onClose: () => void;
  /** Opens the list of plans. */
  readonly onPlans: () => void;
}

/** Switches the store on or off, confirmed by typing a word. If a plan is needed first, it leads to the plans. */
export function StoreDialog({ onClose, onPlans }: StoreDialogProps): ReactElement {
  const t = useText('business');
  const dispatch = useDispatch();
  const isOpen = useStoreIsOpen();
  const needsPlan = useNeedsPlan();
  // Fixed for as long as the dialog is open, even if the store is switched elsewhere meanwhile.
  const [wanted] = useState(isOpen !== true);
  const [toggle, { isLoading }] = useToggleStoreMutation();
  const { lines, send } = useDecision(toggle);
  // The button can be pressed again while the dialog fades out.
  const done = useRef(false);
  const way = wanted ? 'on' : 'off';

  const finish = (message: string): void => {
    if (done.current) return;
    done.current = true;
    toast.success(message);
    onClose();
  };
  const switchStore = async (): Promise<void> => {
    if (done.current) return;
    const reply = await send({ isActive: wanted });
    if (reply.kind === 'done') {
      finish(reply.result.message);
      return;
    }
    // The subscription may have ended or been cleared meanwhile.
    if (reply.error.status === CONFLICT) dispatch(baseApi.util.invalidateTags(['Subscription', 'Seller']));
  };
  if (wanted && needsPlan) {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        onConfirm={onPlans}
        title={t('store.on.title')}
        confirmLabel={t('store.plans')}
      >
        {t('store.needsPlan')}
      </ConfirmDialog>
    );
  }
  return (
    <TypeToConfirm
      isOpen
      onClose={onClose}
      onConfirm={() => void switchStore()}
      title={t(`store.${way}.title`)}
      phrase={t(`store.${way}.phrase`)}
      confirmLabel={t(`store.${way}.confirm`)}
      tone={wanted ? 'brand' : 'danger'}
      busy={isLoading}
    >
      <p>{t(`store.${way}.body`)}</p>
      {lines.length > 0 && <Notice tone="danger" lines={lines} />}
    </TypeToConfirm>
  );
}
