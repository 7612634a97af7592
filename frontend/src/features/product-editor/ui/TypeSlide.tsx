import { Info, Pencil } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CatalogueProduct, CatalogueType } from '../../../entities/product/catalogue/types';
import { useEditing } from '../../../entities/product/editing';
import { useText } from '../../../shared/i18n/useText';
import { IconButton } from '../../../shared/ui/IconButton';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { useOpenEdit } from './EditingProvider';
import { PictureButton } from './PictureButton';
import { TypeFacts } from './TypeFacts';
import { TypeHead } from './TypeHead';

const TypeEditor = lazyLayer(async () => (await import('./TypeEditor')).TypeEditor);

interface TypeSlideProps {
  readonly product: CatalogueProduct;
  readonly type: CatalogueType;
  /** See TypeFacts. */
  readonly longest: string;
  readonly canEdit: boolean;
  /** Opens the sheet with the details of the type. */
  readonly onInfo: (typeId: string) => void;
}

/** One type of a product: read, or edited in place. */
export function TypeSlide(props: TypeSlideProps): ReactElement {
  const { editingId, cancel } = useEditing();
  const editing = editingId === props.type.id;
  const wasEditing = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  // The focus goes back to the button that opened the editor.
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);
  const read = <ReadType {...props} pencil={pencil} />;
  return editing ? <EditedType onClose={cancel} waiting={read} /> : read;
}

/** A component of its own, so that a typed key renders this slide and no other. */
function EditedType(props: { readonly onClose: () => void; readonly waiting: ReactNode }): ReactElement | null {
  const edit = useOpenEdit();
  return edit && <TypeEditor edit={edit} {...props} />;
}

interface ReadTypeProps extends TypeSlideProps {
  readonly pencil: RefObject<HTMLButtonElement | null>;
}

function ReadType({ product, type, longest, canEdit, onInfo, pencil }: ReadTypeProps): ReactElement {
  const t = useText('catalogue');
  const { start } = useEditing();
  return (
    <Stack gap={3}>
      <TypeHead
        type={type}
        actions={
          <>
            <IconButton label={t('card.info', { name: type.name })} icon={<Info />} onClick={() => onInfo(type.id)} />
            {canEdit && (
              <>
                <PictureButton variant="soft" product={product} type={type} />
                <IconButton
                  ref={pencil}
                  variant="soft"
                  label={t('card.edit', { name: type.name })}
                  icon={<Pencil size={18} />}
                  onClick={() => start(product, type)}
                />
              </>
            )}
          </>
        }
      />
      <TypeFacts type={type} longest={longest} />
    </Stack>
  );
}
