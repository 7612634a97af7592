import { type ReactElement, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNeedsPlan, useStoreIsOpen } from '../../../entities/subscription/useStoreIsOpen';
import { makeWrite } from '../../../entities/write/attempt';
import { baseApi } from '../../../shared/api/baseApi';
import { CONFLICT } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Notice } from '../../../shared/ui/Notice';
import { toast } from '../../../shared/ui/Toast';
import { TypeToConfirm } from '../../../shared/ui/TypeToConfirm';
import { useToggleStoreMutation } from '../api/endpoints';
import { failureLines } from '../model/failure';

interface StoreDialogProps {
  readonly onClose: () => void;
  /** Shows what can be bought. */
  readonly onPlans: () => void;
}

/** Switches the store on or off, once the word for it is typed; without the plan that this takes it leads to the plans. */
export function StoreDialog({ onClose, onPlans }: StoreDialogProps): ReactElement {
  const t = useText('business');
  const dispatch = useDispatch();
  const isOpen = useStoreIsOpen();
  const needsPlan = useNeedsPlan();
  // What is asked stays what it is, also when the store changes meanwhile.
  const [wanted] = useState(isOpen !== true);
  const [toggle, { isLoading }] = useToggleStoreMutation();
  const [lines, setLines] = useState<readonly string[]>([]);
  // A second press may come while the dialog is on its way out.
  const done = useRef(false);
  const [write] = useState(() =>
    makeWrite((attempt: { key: string; body: { isActive: boolean } }) => toggle(attempt).unwrap()),
  );
  const way = wanted ? 'on' : 'off';

  const finish = (message: string): void => {
    if (done.current) return;
    done.current = true;
    toast.success(message);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (done.current) return;
    setLines([]);
    const reply = await write.send({ isActive: wanted });
    if (reply.kind === 'done') {
      finish(reply.result.message);
      return;
    }
    setLines(failureLines(reply, t('lost')));
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
      onConfirm={() => void confirm()}
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
