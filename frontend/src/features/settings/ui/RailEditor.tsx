import { Plus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/Button';
import { MAX_ITEMS } from '../model/tierRules';
import { Cards, RailCard } from './RailCard';

interface RailEditorProps {
  readonly label: string;
  /** The cards by their keys on the screen. */
  readonly keys: readonly string[];
  readonly titleOf: (index: number) => string;
  readonly isInvalid: (index: number) => boolean;
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
  readonly addLabel: string;
  /** Why no card can be added. */
  readonly addRefused: string | undefined;
  readonly children: (index: number) => ReactNode;
}

/** Cards that are typed into, added and removed. */
export function RailEditor({
  label,
  keys,
  titleOf,
  isInvalid,
  onAdd,
  onRemove,
  addLabel,
  addRefused,
  children,
}: RailEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  return (
    <>
      <Cards label={label}>
        {keys.map((key, index) => (
          <RailCard key={key} title={titleOf(index)} invalid={isInvalid(index)} onRemove={() => onRemove(index)}>
            {children(index)}
          </RailCard>
        ))}
      </Cards>
      <Button
        variant="secondary"
        icon={<Plus />}
        disabledReason={keys.length >= MAX_ITEMS ? t('full') : addRefused}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </>
  );
}
