import { type ReactElement, useRef } from 'react';
import { Button, type ButtonProps } from './Button';

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  /** Also the name of the file field. */
  readonly children: string;
  readonly accept: string;
  /** Phones open their camera: the one at the back. */
  readonly camera?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that lets the user choose a file. The same file may be chosen again: it may have changed meanwhile. */
export function FileButton({ children, accept, camera = false, onFiles, ...button }: FileButtonProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input
        ref={field}
        hidden
        type="file"
        aria-label={children}
        accept={accept}
        {...(camera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
