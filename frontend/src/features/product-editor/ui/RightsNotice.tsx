import type { ReactElement } from 'react';
import { useChildnessQuery } from '../../../entities/seller/endpoints';
import { useErrorToast } from '../../../shared/api/useErrorToast';
import { useText } from '../../../shared/i18n/useText';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';

/**
 * Whether this is a child seller, who may look at products only (part 2, 6); no `data` while the check is under way or
 * after it failed. The server refuses a child seller's change all the same.
 */
export function useIsChild() {
  const isChild = useChildnessQuery(undefined, { refetchOnMountOrArgChange: true });
  useErrorToast(isChild.error, 'childness');
  return isChild;
}

/** Says why there are no edit buttons. */
export function RightsNotice({ isChild }: { readonly isChild: ReturnType<typeof useIsChild> }): ReactElement | null {
  const t = useText('catalogue');
  if (isChild.data) return <Notice>{t('details.readOnly')}</Notice>;
  if (isChild.data === false || isChild.error === undefined) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" variant="secondary" busy={isChild.isFetching} onClick={() => void isChild.refetch()}>
          {t('details.checkAgain')}
        </Button>
      }
    >
      {t('details.unchecked')}
    </Notice>
  );
}
