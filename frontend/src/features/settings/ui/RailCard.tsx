import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { IconButton } from '../../../shared/ui/IconButton';
import { Rail } from '../../../shared/ui/Rail';

interface CardsProps {
  readonly label: string;
  /** One card each, with a key. */
  readonly children: readonly ReactElement[];
}

/** Cards beside one another, scrolled sideways, with «۲ از ۵» under them. */
export function Cards({ label, children }: CardsProps): ReactElement {
  const t = useText('settings');
  const [current, setCurrent] = useState(0);
  const total = children.length;
  const index = Math.min(current, total - 1);
  return (
    <div>
      <Rail
        layout="scroll"
        slideWidth="min(272px, 84%)"
        label={label}
        slides={children.map((content) => ({ id: String(content.key), content }))}
        index={index}
        onIndexChange={setCurrent}
      />
      {total > 1 && <Count>{t('position', { at: formatNumber(index + 1), total: formatNumber(total) })}</Count>}
    </div>
  );
}

interface RailCardProps {
  readonly title: string;
  readonly facts?: readonly Definition[];
  readonly invalid?: boolean;
  /** Left out while it is only read. */
  readonly onRemove?: () => void;
  readonly children?: ReactNode;
}

/** One card of the rail: its number, and facts or fields. */
export function RailCard({ title, facts, invalid = false, onRemove, children }: RailCardProps): ReactElement {
  const t = useText('settings');
  return (
    <Paper data-invalid={invalid || undefined}>
      <Top>
        <h3>{title}</h3>
        {onRemove && (
          <IconButton
            label={t('removeCard', { card: title })}
            variant="danger"
            size="sm"
            icon={<Trash2 size={18} />}
            onClick={onRemove}
          />
        )}
      </Top>
      {facts && <DefinitionGrid layout="rows" items={facts} />}
      {children}
    </Paper>
  );
}

const Paper = styled.article({
  flex: 1,
  minInlineSize: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  padding: space(3),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  '&[data-invalid]': { borderColor: colors.danger },
});

const Top = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minBlockSize: '36px',
  '& > h3': { ...type.label, fontWeight: 600 },
});

const Count = styled.p({ ...type.caption, textAlign: 'center', color: colors.muted, paddingBlockStart: space(1) });
