import type { ReactElement, ReactNode } from 'react';
import { Button } from './Button';
import { Chevron } from './Chevron';

interface MoreButtonProps {
  readonly isOpen: boolean;
  /** The id of what it opens. */
  readonly controls: string;
  readonly onToggle: () => void;
  readonly size?: 'sm' | 'md';
  readonly children: ReactNode;
}

/** «More» and «less», under what it opens. */
export function MoreButton({ isOpen, controls, onToggle, size = 'md', children }: MoreButtonProps): ReactElement {
  return (
    <Button
      variant="ghost"
      size={size}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      icon={<Chevron size={18} />}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}
