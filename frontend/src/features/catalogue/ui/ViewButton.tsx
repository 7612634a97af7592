import { LayoutGrid, Rows3 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditing } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { IconButton } from '../../../shared/ui/IconButton';
import type { ProductsView } from '../model/view';

interface ViewButtonProps {
  readonly view: ProductsView;
  readonly onView: (view: ProductsView) => void;
}

/** Turns from cards to the list and back; not while a type is being edited. */
export function ViewButton({ view, onView }: ViewButtonProps): ReactElement {
  const t = useText('catalogue');
  const { refuse } = useEditing();
  const other = view === 'cards' ? 'list' : 'cards';
  return (
    <IconButton
      label={t(`views.${other}`)}
      icon={other === 'list' ? <Rows3 size={22} /> : <LayoutGrid size={22} />}
      onClick={() => {
        if (refuse()) return;
        window.scrollTo(0, 0);
        onView(other);
      }}
    />
  );
}
