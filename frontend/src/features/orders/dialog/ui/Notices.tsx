import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { LostNotice } from '../../../../entities/order/ui/LostNotice';
import { errorLines } from '../../../../shared/api/errorLines';
import { useText } from '../../../../shared/i18n/useText';
import { media } from '../../../../shared/theme/media';
import { space } from '../../../../shared/theme/tokens';
import { Button } from '../../../../shared/ui/Button';
import { Notice } from '../../../../shared/ui/Notice';
import type { DialogDraft } from '../../model/dialogDraft';
import { ChangeList } from '../../ui/ChangeList';

/** Changes that got no answer, were refused, or conflict with somebody else's, displayed until the user has decided. */
export function Notices({ draft }: { readonly draft: DialogDraft }): ReactElement | null {
  const t = useText('order');
  if (draft.lost)
    return (
      <LostNotice texts={t('dialog.lost', { returnObjects: true })} onRetry={draft.submit} onDrop={draft.discard} />
    );
  if (draft.theirs) {
    return (
      <Notice tone="warning">
        <p>{t('theirs.text')}</p>
        <CompactList>
          <ChangeList changes={draft.theirs} theirs mine={false} />
        </CompactList>
        <p>{t(draft.count > 0 ? 'theirs.kept' : 'conflict.bodyNothing')}</p>
        <Button size="sm" variant="secondary" onClick={draft.acceptTheirs}>
          {t('refused.seen')}
        </Button>
      </Notice>
    );
  }
  if (!draft.refusal) return null;
  return (
    <Notice tone="danger" lines={errorLines(draft.refusal, 'server')}>
      <p>{t('refused.kept')}</p>
    </Notice>
  );
}

// In the dialog the list is compact: no frames, and each label in the line of its value.
const CompactList = styled.div({
  paddingBlock: space(2),
  '& li': { padding: 0, border: 'none' },
  '& dl': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& dl > div': { display: 'flex', flexWrap: 'wrap', columnGap: space(2) },
  [media.tabletUp]: { '& li': { display: 'grid', gridTemplateColumns: '2fr 3fr', columnGap: space(4) } },
});
