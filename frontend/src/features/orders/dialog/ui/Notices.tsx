import type { ReactElement } from 'react';
import { LostNotice, NoticeButtons } from '../../../../entities/order/ui/LostNotice';
import { errorLines } from '../../../../shared/api/errorLines';
import { useText } from '../../../../shared/i18n/useText';
import { Button } from '../../../../shared/ui/Button';
import { Notice } from '../../../../shared/ui/Notice';
import type { DialogDraft } from '../../model/dialogDraft';
import { ChangeList } from '../../ui/ChangeList';

/** Changes that got no answer, were refused, or met somebody else's: said in their place until the user has decided. */
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
        <ChangeList changes={draft.theirs} theirs mine={false} />
        <p>{t(draft.count > 0 ? 'theirs.kept' : 'conflict.bodyNothing')}</p>
        <NoticeButtons gap={2}>
          <Button size="sm" variant="secondary" onClick={draft.acceptTheirs}>
            {t('refused.seen')}
          </Button>
        </NoticeButtons>
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
