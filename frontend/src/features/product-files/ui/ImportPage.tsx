import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { WirePastedRow } from '../../../shared/api/wire/imports.gen';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { PageBody } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { isWorthIt } from '../model/preview';
import { useImport } from '../model/useImport';
import { ChooseStep } from './ChooseStep';
import { CommitBar } from './CommitBar';
import { DoneStep } from './DoneStep';
import { PreviewStep } from './PreviewStep';
import { SendingStep } from './SendingStep';

/** A file of products, or what was pasted into their list, becomes changes of the catalogue: look at them, take them over. */
export function ImportPage({ pasted }: { readonly pasted: readonly WirePastedRow[] | null }): ReactElement {
  const t = useText('productFiles');
  const { step, committing, failure, send, restart, commit } = useImport(pasted);
  // Before the commit nothing is lost by leaving; during it, its result would be.
  useLeaveQuestion({ ...t('leave', { returnObjects: true }), asks: committing, tone: 'brand' });
  const narrow = step.kind === 'sending' || step.kind === 'done';
  return (
    <Frame>
      <PageHeader
        title={step.kind === 'preview' ? t('preview.title') : t('title')}
        backTo={paths.products.href()}
        closeTo={paths.home.href()}
        progress={committing}
      />
      <PageBody data-width={narrow ? 'form' : undefined}>
        {step.kind === 'choose' && <ChooseStep lines={step.lines} again={step.again} onSend={send} />}
        {step.kind === 'sending' && <SendingStep name={step.name} sent={step.sent} onCancel={restart} />}
        {step.kind === 'preview' && <PreviewStep name={step.name} preview={step.preview} onAnother={restart} />}
        {step.kind === 'done' && <DoneStep id={step.id} result={step.result} onAnother={restart} />}
      </PageBody>
      {step.kind === 'preview' && isWorthIt(step.preview) && (
        <CommitBar
          preview={step.preview}
          committing={committing}
          failure={failure}
          onCommit={commit}
          onAnother={restart}
        />
      )}
    </Frame>
  );
}

/** Keeps the bar at the bottom of the screen, however little there is above it. */
const Frame = styled.div({
  display: 'flex',
  flexDirection: 'column',
  minBlockSize: '100dvh',
  '& > header + *': { flex: '1 0 auto' },
});
