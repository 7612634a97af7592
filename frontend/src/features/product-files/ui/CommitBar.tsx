import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Notice } from '../../../shared/ui/Notice';
import { StickyBar } from '../../../shared/ui/StickyBar';
import type { ImportPreview } from '../api/wire';
import type { CommitFailure } from '../model/useImport';

interface CommitBarProps {
  readonly preview: ImportPreview;
  readonly committing: boolean;
  /** It was tried, and did not end well. */
  readonly failure: CommitFailure | null;
  readonly onCommit: () => void;
  readonly onAnother: () => void;
}

/** Takes the changes over; prices that jump are asked about once more. */
export function CommitBar({ preview, committing, failure, onCommit, onAnother }: CommitBarProps): ReactElement {
  const t = useText('productFiles');
  const [asking, setAsking] = useState(false);
  const [sure, setSure] = useState(false);
  const count = formatNumber(preview.created + preview.updated);
  const jumps = formatNumber(preview.jumps);
  return (
    <>
      <StickyBar label={t('preview.title')}>
        <Bar>
          {failure && (
            <Notice tone="danger" lines={failure.lines}>
              {failure.lost && <p>{t('preview.lost')}</p>}
            </Notice>
          )}
          <Buttons>
            <Button variant="secondary" disabled={committing} onClick={onAnother}>
              {t('preview.another')}
            </Button>
            <Button
              busy={committing}
              icon={<Check size={18} />}
              onClick={() => {
                // Confirmed once already: the retry does not ask again.
                if (preview.jumps > 0 && !sure) setAsking(true);
                else onCommit();
              }}
            >
              {failure ? t('preview.again') : t('preview.commit', { number: count })}
            </Button>
          </Buttons>
        </Bar>
      </StickyBar>
      <ConfirmDialog
        isOpen={asking}
        tone="danger"
        title={t('confirm.title', { number: jumps })}
        confirmLabel={t('confirm.yes')}
        cancelLabel={t('confirm.no')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setSure(true);
          onCommit();
        }}
      >
        {t('confirm.body', { number: jumps })}
      </ConfirmDialog>
    </>
  );
}

const Bar = styled.div({ display: 'flex', flexDirection: 'column', gap: space(3), flex: 1, minInlineSize: 0 });

const Buttons = styled.div({
  display: 'flex',
  gap: space(3),
  '& > :last-child': { flex: 1 },
  [media.tabletUp]: { justifyContent: 'flex-end', '& > :last-child': { flex: '0 1 280px' } },
});
