import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Lets the user drop files anywhere on the page; returns whether some are being dragged over it. With null for `onFiles`
 * none are accepted, but the browser still does not open them in the page's place.
 */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [over, setOver] = useState(false);
  const takes = onFiles !== null;
  const drop = useEffectEvent((files: readonly File[]) => onFiles?.(files));

  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
      setOver(takes);
    };
    // Without a related target the pointer has left the window, and not just gone to another element.
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [takes]);

  return over && takes;
}
