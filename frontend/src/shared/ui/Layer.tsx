import '../i18n/racStrings';
import { type ReactElement, use } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog';
import { ModalOverlay as AriaModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover';
import { useLayer } from '../navigation/layers';

export { Modal } from 'react-aria-components/Modal';

/** The only overlays there are: Back closes the topmost one. The linter keeps React Aria's own from everybody else. */
export function ModalOverlay(props: ModalOverlayProps): ReactElement {
  const { isOpen = false, isKeyboardDismissDisabled = false, onOpenChange } = props;
  useLayer(isOpen, () => {
    if (!isKeyboardDismissDisabled) onOpenChange?.(false);
  });
  return <AriaModalOverlay {...props} />;
}

/** Of a trigger around it, or on its own with `isOpen`: then what lies around it is the sheet that it stands in. */
export function Popover(props: PopoverProps): ReactElement {
  const { isOpen, onOpenChange } = props;
  const trigger = use(OverlayTriggerStateContext);
  useLayer(isOpen ?? trigger?.isOpen ?? false, () => {
    if (isOpen === undefined) trigger?.close();
    else onOpenChange?.(false);
  });
  return <AriaPopover {...props} />;
}
