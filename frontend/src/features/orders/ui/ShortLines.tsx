import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { shortOf } from '../../../entities/order/stockChecks';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';

interface ShortLinesProps {
  readonly lines: ReturnType<typeof shortOf>;
  /** The changes are on their way: nothing can be pressed. */
  readonly busy: boolean;
  /** 0 removes the line. */
  readonly onQuantity: (typeId: string, quantity: number) => void;
}

/** The lines of which there is less than the order wants, and what can be done about each. */
export function ShortLines({ lines, busy, onQuantity }: ShortLinesProps): ReactElement {
  const t = useText('order');
  const takeAll = (): void => {
    for (const { typeId, stock } of lines) onQuantity(typeId, stock);
  };
  return (
    <Frame role="alert">
      <p>{t('shortage.title')}</p>
      {lines.length > 1 && (
        <Button size="sm" disabled={busy} onClick={takeAll}>
          {t(lines.some(({ stock }) => stock === 0) ? 'shortage.allOrNone' : 'shortage.all')}
        </Button>
      )}
      <ul>
        {lines.map(({ typeId, name, quantity, stock }) => {
          const numbers = { name, wanted: formatNumber(quantity), stock: formatNumber(stock) };
          return (
            <li key={typeId}>
              <strong>{name}</strong>
              <span>{t('shortage.line', numbers)}</span>
              <Acts>
                {stock > 0 && (
                  <Button
                    size="sm"
                    variant="secondary"
                    disabled={busy}
                    aria-label={t('shortage.takeOf', numbers)}
                    onClick={() => onQuantity(typeId, stock)}
                  >
                    {t('shortage.take', numbers)}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="dangerSoft"
                  disabled={busy}
                  aria-label={t('shortage.removeOf', numbers)}
                  onClick={() => onQuantity(typeId, 0)}
                >
                  {t('shortage.remove')}
                </Button>
              </Acts>
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}

const Frame = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: space(2),
  '& > p': { color: colors.danger },
  '& > ul': { inlineSize: '100%', listStyle: 'none', margin: 0, padding: 0 },
  '& li': {
    display: 'flex',
    flexDirection: 'column',
    paddingBlock: space(2),
    borderBlockStart: `1px solid ${colors.line}`,
  },
  '& li > strong': { ...type.label, fontWeight: 600, overflowWrap: 'anywhere' },
  '& li > span': { ...type.caption, color: colors.muted },
});

const Acts = styled.div({ display: 'flex', flexWrap: 'wrap', gap: space(2), paddingBlockStart: space(2) });
