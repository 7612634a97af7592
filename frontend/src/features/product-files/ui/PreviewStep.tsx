import styled from '@emotion/styled';
import { FileCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { query } from '../../../shared/theme/media';
import { colors, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { Inline, Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { ToggleChip } from '../../../shared/ui/ToggleChip';
import type { ImportPreview } from '../api/wire';
import { hasJump, isWorthIt, leftOut } from '../model/preview';
import { useFileDrop } from '../model/useFileDrop';
import { ChangeCards } from './ChangeCards';
import { ChangeTable } from './ChangeTable';
import { ImportSummary } from './ImportSummary';
import { RefusedRows } from './RefusedRows';

interface PreviewStepProps {
  readonly name: string;
  readonly preview: ImportPreview;
  /** Starts again with another file. */
  readonly onAnother: () => void;
}

/** What a file would change: its counts, its changes with old and new values, and the rows that are refused. */
export function PreviewStep({ name, preview, onAnother }: PreviewStepProps): ReactElement {
  const t = useText('productFiles');
  useFileDrop(null);
  const hidden = leftOut(preview);
  return (
    <Stack gap={5}>
      <ImportSummary name={name} preview={preview} />
      {isWorthIt(preview) ? (
        <Changes preview={preview} hidden={hidden.rows} />
      ) : (
        <EmptyState
          text={t('preview.nothing')}
          icon={<FileCheck />}
          action={<Button onClick={onAnother}>{t('preview.another')}</Button>}
        />
      )}
      {preview.failed > 0 && <RefusedRows importId={preview.id} problems={preview.problems} hidden={hidden.problems} />}
    </Stack>
  );
}

/** How many rows are added at once; a phone renders these without a pause. */
const STEP = 100;

function Changes({ preview, hidden }: { readonly preview: ImportPreview; readonly hidden: number }): ReactElement {
  const t = useText('productFiles');
  const wide = useMedia(query.desktopUp);
  const [onlyJumps, setOnlyJumps] = useState(false);
  const [limit, setLimit] = useState(STEP);
  const rows = onlyJumps ? preview.rows.filter(hasJump) : preview.rows;
  const visible = rows.slice(0, limit);
  const label = t('preview.changes');
  return (
    <section aria-label={label}>
      <Stack gap={3}>
        {preview.jumps > 0 && (
          <Notice tone="warning">{t('preview.jumpNotice', { number: formatNumber(preview.jumps) })}</Notice>
        )}
        <Inline justify="space-between" wrap gap={3}>
          <Heading>{label}</Heading>
          {preview.jumps > 0 && (
            <ToggleChip
              selected={onlyJumps}
              onChange={(on) => {
                setOnlyJumps(on);
                setLimit(STEP);
              }}
            >
              {t('preview.onlyJumps')}
            </ToggleChip>
          )}
        </Inline>
        {wide ? <ChangeTable label={label} rows={visible} /> : <ChangeCards label={label} rows={visible} />}
        {rows.length > limit && (
          <Button variant="secondary" onClick={() => setLimit(limit + STEP)}>
            {t('showMore', { ns: 'ui' })}
          </Button>
        )}
        {rows.length <= limit && hidden > 0 && !onlyJumps && (
          <Rest>{t('preview.more', { number: formatNumber(hidden) })}</Rest>
        )}
      </Stack>
    </section>
  );
}

const Heading = styled.h2(type.heading);
const Rest = styled.p({ ...type.caption, color: colors.muted });
