import { RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import { Notice } from '../../../shared/ui/Notice';
import { Switch } from '../../../shared/ui/Switch';
import { useTiersAppliedQuery } from '../api/endpoints';
import { useApplied } from '../model/useApplied';

const ConflictDialog = lazyLayer(async () => (await import('./ConflictDialog')).ConflictDialog);

/** Turns the use of the tiers below for orders on and off; it starts off. */
export function AppliedTiers(): ReactElement {
  const t = useText('settings');
  const { data, error, isFetching, refetch } = useTiersAppliedQuery(undefined, { refetchOnMountOrArgChange: true });
  const { busy, apply, conflict } = useApplied(data, async () => (await refetch()).data);
  const state = t(data?.applied ? 'applied.isOn' : 'applied.isOff');

  return (
    <Card>
      {data || !error ? (
        <Switch
          label={t('applied.label')}
          description={t('applied.help')}
          checked={data?.applied ?? false}
          disabled={!data}
          busy={busy}
          onChange={(on) => void apply(on)}
        />
      ) : (
        <Notice
          tone="warning"
          action={
            <Button
              variant="ghost"
              size="sm"
              busy={isFetching}
              icon={<RotateCw size={18} />}
              onClick={() => void refetch()}
            >
              {t('applied.retry')}
            </Button>
          }
        >
          {t('applied.label')}: {errorLines(error, 'settingsLoad').join(' ')}
        </Notice>
      )}
      {conflict && (
        <ConflictDialog
          onKeep={conflict.keep}
          name={t('applied.label')}
          onTaken={conflict.close}
          onClose={conflict.close}
        >
          {state}
        </ConflictDialog>
      )}
    </Card>
  );
}
