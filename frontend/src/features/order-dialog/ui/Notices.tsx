import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Inline } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import type { Change } from '../model/draft';
import type { OrderDraft } from '../model/useDraft';

/** Changes that got no answer, were refused, or met somebody else's: said in their place until the user has decided. */
export function Notices({ edit }: { readonly edit: OrderDraft }): ReactElement | null {
  const t = useText('orderDialog');
  if (edit.lost) {
    return (
      <Notice tone="danger">
        <p>{t('lost.text')}</p>
        <Buttons gap={2} wrap>
          <Button size="sm" onClick={() => void edit.submit()}>
            {t('lost.retry')}
          </Button>
          <Button size="sm" variant="ghost" onClick={edit.discard}>
            {t('lost.drop')}
          </Button>
        </Buttons>
      </Notice>
    );
  }
  if (edit.theirs.length > 0) return <Theirs changes={edit.theirs} onSeen={edit.acceptTheirs} />;
  if (!edit.refusal) return null;
  return (
    <Notice tone="danger">
      {errorLines(edit.refusal, 'server').map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{t('refused.kept')}</p>
    </Notice>
  );
}

interface TheirsProps {
  readonly changes: readonly Change[];
  readonly onSeen: () => void;
}

function Theirs({ changes, onSeen }: TheirsProps): ReactElement {
  const t = useText('orderDialog');
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
      <Buttons gap={2}>
        <Button size="sm" variant="secondary" onClick={onSeen}>
          {t('theirs.seen')}
        </Button>
      </Buttons>
    </Notice>
  );
}

const Buttons = styled(Inline)({ paddingBlockStart: space(2) });
const List = styled.ul({ paddingInlineStart: space(5), listStyle: 'disc' });
