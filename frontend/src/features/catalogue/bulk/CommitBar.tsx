import { Check } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../shared/lib/format';
import { iconStroke } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { StickyBar } from '../../../shared/ui/StickyBar';
import type { ImportPreview } from './types';

interface CommitBarProps {
  readonly preview: ImportPreview;
  readonly committing: boolean;
  /** It was tried, and did not end well. */
  readonly again: boolean;
  readonly onCommit: () => void;
  readonly onAnother: () => void;
}

/** Takes the changes over; prices that jump are asked about once more. */
export function CommitBar({ preview, committing, again, onCommit, onAnother }: CommitBarProps): ReactElement {
  const { t } = useTranslation('catalogue');
  const [asking, setAsking] = useState(false);
  const count = preview.created + preview.updated;
  const jumps = formatNumber(preview.jumps);
  return (
    <>
      <StickyBar label={t('bulk.preview.title')}>
        <Button variant="secondary" disabled={committing} onClick={onAnother}>
          {t('bulk.preview.another')}
        </Button>
        {count > 0 && (
          <Button
            style={{ flex: 1 }}
            busy={committing}
            icon={<Check size={18} strokeWidth={iconStroke} aria-hidden />}
            onClick={() => {
              // What was said yes to already is not asked again.
              if (preview.jumps > 0 && !again) setAsking(true);
              else onCommit();
            }}
          >
            {again ? t('bulk.preview.again') : t('bulk.preview.commit', { number: formatNumber(count) })}
          </Button>
        )}
      </StickyBar>
      <ConfirmDialog
        isOpen={asking}
        tone="danger"
        title={t('bulk.confirm.title', { number: jumps })}
        confirmLabel={t('bulk.confirm.yes')}
        cancelLabel={t('bulk.confirm.no')}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          setAsking(false);
          onCommit();
        }}
      >
        {t('bulk.confirm.body', { number: jumps })}
      </ConfirmDialog>
    </>
  );
}
