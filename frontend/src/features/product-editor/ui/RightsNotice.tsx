import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import type { Rights } from '../model/useRights';

/** Why there are no edit buttons; nothing while there are. */
export function RightsNotice({ rights }: { readonly rights: Rights }): ReactElement | null {
  const t = useText('catalogue');
  if (rights.state === 'child') return <Notice>{t('details.readOnly')}</Notice>;
  if (!rights.failed) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" variant="secondary" busy={rights.checking} onClick={rights.check}>
          {t('details.checkAgain')}
        </Button>
      }
    >
      {t('details.unchecked')}
    </Notice>
  );
}
