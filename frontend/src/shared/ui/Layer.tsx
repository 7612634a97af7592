import '../i18n/racStrings';
import type { ReactElement } from 'react';
import { ModalOverlay as AriaModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover';
import { useLayer } from '../navigation/layers';

export { Modal } from 'react-aria-components/Modal';

type LayerProps<Props> = Omit<Props, 'onOpenChange'> & {
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

interface Lockable {
  /** While something runs: no Escape, no Back, no press beside it. */
  readonly locked?: boolean;
}

/** The only overlays there are: Back closes the topmost one. The linter keeps React Aria's own from everybody else. */
export function ModalOverlay({
  onClose,
  locked = false,
  ...props
}: LayerProps<ModalOverlayProps> & Lockable): ReactElement {
  useLayer(props.isOpen, () => {
    if (!locked) onClose();
  });
  return (
    <AriaModalOverlay
      {...props}
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    />
  );
}

export function Popover({ onClose, ...props }: LayerProps<PopoverProps>): ReactElement {
  useLayer(props.isOpen, onClose);
  return <AriaPopover {...props} onOpenChange={(isOpen) => !isOpen && onClose()} />;
}
