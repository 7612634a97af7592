import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { LostNotice, NoticeButtons } from '../../../../entities/order/ui/LostNotice';
import { errorLines } from '../../../../shared/api/errorLines';
import { useText } from '../../../../shared/i18n/useText';
import { formatNumber } from '../../../../shared/lib/format';
import { space } from '../../../../shared/theme/tokens';
import { Button } from '../../../../shared/ui/Button';
import { Notice } from '../../../../shared/ui/Notice';
import type { Change } from '../model/draft';
import type { OrderDraft } from '../model/useDraft';

/** Changes that got no answer, were refused, or met somebody else's: said in their place until the user has decided. */
export function Notices({ edit }: { readonly edit: OrderDraft }): ReactElement | null {
  const t = useText('order');
  if (edit.lost)
    return <LostNotice texts={t('dialog.lost', { returnObjects: true })} onRetry={edit.submit} onDrop={edit.discard} />;
  if (edit.theirs.length > 0) return <Theirs changes={edit.theirs} onSeen={edit.acceptTheirs} />;
  if (!edit.refusal) return null;
  return (
    <Notice tone="danger" lines={errorLines(edit.refusal, 'server')}>
      <p>{t('refused.kept')}</p>
    </Notice>
  );
}

interface TheirsProps {
  readonly changes: readonly Change[];
  readonly onSeen: () => void;
}

function Theirs({ changes, onSeen }: TheirsProps): ReactElement {
  const t = useText('order');
  const describe = (change: Change): string => {
    switch (change.what) {
      case 'note':
        return change.to === '' ? t('theirs.noteGone') : t('theirs.note', { text: change.to });
      case 'status':
        return t('theirs.status', { from: t(`status.${change.from}`), to: t(`status.${change.to}`) });
      default: {
        const amounts = { from: formatNumber(change.from), to: formatNumber(change.to) };
        return 'name' in change
          ? t(`theirs.${change.what}`, { name: change.name, ...amounts })
          : t(`theirs.${change.what}`, amounts);
      }
    }
  };
  return (
    <Notice tone="warning">
      <p>{t('theirs.text')}</p>
      <List>
        {changes.map((change) => {
          const line = describe(change);
          return <li key={line}>{line}</li>;
        })}
      </List>
      <p>{t('theirs.kept')}</p>
      <NoticeButtons gap={2}>
        <Button size="sm" variant="secondary" onClick={onSeen}>
          {t('refused.seen')}
        </Button>
      </NoticeButtons>
    </Notice>
  );
}

const List = styled.ul({ paddingInlineStart: space(5), listStyle: 'disc' });
