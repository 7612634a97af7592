import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import { Children, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { colors, iconStroke, radius, space, type } from '../../../shared/theme/tokens';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { IconButton } from '../../../shared/ui/IconButton';

interface CardRailProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** So much of a card has to be in sight to be counted as the current one (part 2, section 9). */
const IN_SIGHT = 0.8;

/** Cards beside one another, scrolled sideways, with «۲ از ۵» under them. */
export function CardRail({ label, children }: CardRailProps): ReactElement {
  const { t } = useTranslation('settings');
  const rail = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const cards = Children.toArray(children);
  const total = cards.length;

  useEffect(() => {
    const root = rail.current;
    if (!root || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen) setCurrent([...root.children].indexOf(seen.target));
      },
      { root, threshold: IN_SIGHT },
    );
    for (const card of root.children) observer.observe(card);
    return () => observer.disconnect();
  }, [total]);

  return (
    <div>
      <Rail ref={rail} aria-label={label}>
        {cards.map((card, index) => (
          <li key={index}>{card}</li>
        ))}
      </Rail>
      {total > 1 && (
        <Count>
          {t('position', { at: formatNumber(Math.min(current, total - 1) + 1), total: formatNumber(total) })}
        </Count>
      )}
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
  const { t } = useTranslation('settings');
  return (
    <Paper data-invalid={invalid || undefined}>
      <Top>
        <h3>{title}</h3>
        {onRemove && (
          <IconButton
            label={t('removeCard', { card: title })}
            variant="danger"
            size="sm"
            icon={<Trash2 size={18} strokeWidth={iconStroke} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </Top>
      {facts && <DefinitionGrid layout="rows" items={facts} />}
      {children}
    </Paper>
  );
}

const Rail = styled.ul({
  display: 'flex',
  alignItems: 'stretch',
  gap: space(3),
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  overscrollBehaviorX: 'contain',
  paddingBlock: space(1),
  '& > li': { flex: 'none', inlineSize: 'min(272px, 84%)', scrollSnapAlign: 'start', display: 'flex' },
});

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
