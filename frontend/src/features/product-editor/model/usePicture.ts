import { useEffect, useRef, useState } from 'react';
import { fullName } from '../../../entities/product/fullName';
import { isAppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { useText } from '../../../shared/i18n/useText';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import { type PictureOwner, useChangePictureMutation } from '../api/pictures';
import { type PreparedPicture, preparePicture } from './preparePicture';

const medium = { duration: toastDuration.medium };

export interface Picture {
  readonly chosen: PreparedPicture | null;
  /** What runs now. */
  readonly busy: 'reading' | 'sending' | 'removing' | null;
  /** From 0 to 1. */
  readonly sent: number;
  /** Why the last step came to nothing. */
  readonly lines: readonly string[];
  readonly choose: (files: readonly File[]) => void;
  readonly save: () => void;
  readonly remove: () => void;
  /** Forgets what was chosen; what is on its way goes on. */
  readonly reset: () => void;
}

/**
 * Choosing, sending and removing a picture. A closed sheet stops nothing: what the seller has sent arrives, and a toast
 * tells how it ended.
 */
export function usePicture(owner: PictureOwner, isOpen: boolean, onDone: () => void): Picture {
  const t = useText('catalogue');
  const [chosen, setChosen] = useState<PreparedPicture | null>(null);
  const [busy, setBusy] = useState<Picture['busy']>(null);
  const [sent, setSent] = useState(0);
  const [lines, setLines] = useState<readonly string[]>([]);
  const [change] = useChangePictureMutation();
  const { product, typeId } = owner;
  const type = product.types.find(({ id }) => id === typeId);
  const name = type ? fullName(product.title, type.name) : product.title;
  const toasts = { ...medium, thing: name, about: `picture/${typeId ?? product.id}` };
  const open = useRef(isOpen);
  useEffect(() => {
    open.current = isOpen;
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
      if (!open.current) toast.error(reasons, toasts);
    } finally {
      setBusy(null);
    }
  };

  return {
    chosen,
    busy,
    sent,
    lines,
    choose: (files) => void choose(files),
    save: () => {
      if (chosen && !busy) void send(chosen.content);
    },
    remove: () => {
      if (!busy) void send(null);
    },
    reset: () => {
      if (busy) return;
      setChosen(null);
      setLines([]);
    },
  };
}
