import { Info, Pencil } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { type EditedProduct, useEditing } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { IconButton } from '../../../shared/ui/IconButton';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useOpenEditor } from './EditingProvider';
import { TypeFacts } from './TypeFacts';
import { TypeHead } from './TypeHead';

const TypeEditor = lazyLayer(async () => (await import('./TypeEditor')).TypeEditor);

export interface TypeSlideProps {
  readonly product: EditedProduct;
  readonly type: CatalogueType;
  /** See TypeFacts. */
  readonly longest?: string;
  readonly canEdit: boolean;
  /** Opens the sheet with what there is to know of the type. */
  readonly onInfo?: ((typeId: string) => void) | undefined;
  /** Further buttons, before the pencil. */
  readonly tools?: ReactNode;
}

/** One type of a product: read, or edited in place. */
export function TypeSlide(props: TypeSlideProps): ReactElement {
  const { editingId, stop } = useEditing();
  const editing = editingId === props.type.id;
  const wasEditing = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  // Back to where it began, so that the keyboard goes on from there.
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);
  const read = <ReadType {...props} pencil={pencil} />;
  return editing ? <EditedType onClose={stop} waiting={read} /> : read;
}

/** Apart, so that a typed key draws this slide again and no other. */
function EditedType(props: { readonly onClose: () => void; readonly waiting: ReactNode }): ReactElement | null {
  const open = useOpenEditor();
  return open && <TypeEditor open={open} {...props} />;
}

interface ReadTypeProps extends TypeSlideProps {
  readonly pencil: RefObject<HTMLButtonElement | null>;
}

function ReadType({ product, type, longest, canEdit, onInfo, tools, pencil }: ReadTypeProps): ReactElement {
  const t = useText('catalogue');
  const { start } = useEditing();
  return (
    <Stack gap={3}>
      <TypeHead
        type={type}
        actions={
          <>
            {onInfo && (
              <IconButton label={t('card.info', { name: type.name })} icon={<Info />} onClick={() => onInfo(type.id)} />
            )}
            {tools}
            {canEdit && (
              <IconButton
                ref={pencil}
                variant="soft"
                label={t('card.edit', { name: type.name })}
                icon={<Pencil size={18} />}
                onClick={() => start(product, type)}
              />
            )}
          </>
        }
      />
      <TypeFacts type={type} longest={longest} />
    </Stack>
  );
}
