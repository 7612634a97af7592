import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Inline } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { type Draft, isLost, type Refusal, refusalSeen } from '../model/draft.slice';
import type { OrderDispatch, OrderSync } from '../model/orderSync';

interface OrderNoticesProps {
  readonly draft: Draft;
  readonly sync: OrderSync;
  readonly dispatch: OrderDispatch;
}

/** Changes that did not arrive, or were refused: said in their place until the user has decided. */
export function OrderNotices({ draft, sync, dispatch }: OrderNoticesProps): ReactElement | null {
  if (isLost(draft)) return <Lost sync={sync} />;
  if (draft.refusal) return <Refused refusal={draft.refusal} onSeen={() => dispatch(refusalSeen())} />;
  return null;
}

function Lost({ sync }: { readonly sync: OrderSync }): ReactElement {
  const { t } = useTranslation('order');
  const [dropping, setDropping] = useState(false);
  const drop = async (): Promise<void> => {
    setDropping(true);
    await sync.discard();
  };
  return (
    <Notice tone="danger">
      <p>{t('lost.text')}</p>
      <Buttons gap={2} wrap>
        <Button size="sm" onClick={() => void sync.push()}>
          {t('lost.retry')}
        </Button>
        <Button size="sm" variant="ghost" busy={dropping} onClick={() => void drop()}>
          {t('lost.drop')}
        </Button>
      </Buttons>
    </Notice>
  );
}

function Refused({ refusal, onSeen }: { readonly refusal: Refusal; readonly onSeen: () => void }): ReactElement {
  const { t } = useTranslation('order');
  return (
    <Notice tone="danger">
      {refusal.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refusal.dropped.length > 0 && <p>{t('refused.dropped')}</p>}
      <ul>
        {refusal.dropped.map(({ name, from, to }) => (
          <li key={name}>{t('refused.change', { name, from: formatNumber(from), to: formatNumber(to) })}</li>
        ))}
      </ul>
      <Buttons gap={2}>
        <Button size="sm" variant="secondary" onClick={onSeen}>
          {t('refused.seen')}
        </Button>
      </Buttons>
    </Notice>
  );
}

const Buttons = styled(Inline)({ paddingBlockStart: space(2) });
