import { useEffect, useRef, useState } from 'react';
import { fullName } from '../../../entities/product/fullName';
import { isAppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { type PictureOwner, useChangePictureMutation } from '../api/pictures';
import { type PreparedPicture, preparePicture } from './preparePicture';

export type Picture = ReturnType<typeof usePicture>;

/**
 * Choosing, sending and removing a picture. Closing the sheet does not cancel an upload: it goes on, and a toast says
 * how it ended.
 */
export function usePicture(owner: PictureOwner, isOpen: boolean, onDone: () => void) {
  const t = useText('catalogue');
  const [chosen, setChosen] = useState<PreparedPicture | null>(null);
  const [busy, setBusy] = useState<'reading' | 'sending' | 'removing' | null>(null);
  /** From 0 to 1. */
  const [sent, setSent] = useState(0);
  /** Why the last step failed. */
  const [lines, setLines] = useState<readonly string[]>([]);
  const [change] = useChangePictureMutation();
  const { product, typeId } = owner;
  const type = product.types.find(({ id }) => id === typeId);
  const name = type ? fullName(product.title, type.name) : product.title;
  const toasts = { duration: toastDuration.medium, thing: name, about: `picture/${typeId ?? product.id}` };
  const sheetIsOpen = useRef(isOpen);
  useEffect(() => {
    sheetIsOpen.current = isOpen;
  }, [isOpen]);

  const choose = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    setBusy('reading');
    setLines([]);
    try {
      const picture = await preparePicture(file);
      if (picture.ok) setChosen(picture.value);
      else setLines([t(`picture.problems.${picture.error}`)]);
    } finally {
      setBusy(null);
    }
  };

  const send = async (content: Blob | null) => {
    setBusy(content ? 'sending' : 'removing');
    setLines([]);
    setSent(0);
    try {
      const { message } = await change({ owner, content, onProgress: setSent }).unwrap();
      setChosen(null);
      onDone();
      toast.success(message, toasts);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.status === UNAUTHORIZED) return;
      const reasons = errorLines(error, 'server');
      setLines(reasons);
      if (!sheetIsOpen.current) toast.error(reasons, toasts);
    } finally {
      setBusy(null);
    }
  };

  return {
    chosen,
    busy,
    sent,
    lines,
    choose: (files: readonly File[]) => void choose(files),
    save: () => {
      if (chosen && !busy) void send(chosen.content);
    },
    remove: () => {
      if (!busy) void send(null);
    },
    /** Drops the chosen picture; an upload goes on. */
    reset: () => {
      if (busy) return;
      setChosen(null);
      setLines([]);
    },
  };
}
