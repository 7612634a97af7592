import styled from '@emotion/styled';
import { CircleCheck, PackageSearch } from 'lucide-react';
import type { ReactElement } from 'react';
import type { WireImportCommitReply } from '../../../shared/api/wire/imports.gen';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Stack } from '../../../shared/ui/Layout';
import { LinkButton } from '../../../shared/ui/Link';
import { Notice } from '../../../shared/ui/Notice';
import { RefusedDownload } from './RefusedRows';

interface DoneStepProps {
  readonly id: string;
  readonly result: WireImportCommitReply;
  readonly onAnother: () => void;
}

/** The result of the commit. */
export function DoneStep({ id, result, onAnother }: DoneStepProps): ReactElement {
  const t = useText('productFiles');
  const { updated, created, failed, message } = result;
  return (
    <Card padding="lg">
      <Stack gap={5}>
        <Head role="status">
          <CircleCheck size={64} strokeWidth={1} />
          <h2>{failed > 0 ? t('done.partly') : t('done.title')}</h2>
          <p>{message}</p>
        </Head>
        <DefinitionGrid
          layout="rows"
          items={(['updated', 'created', 'failed'] as const).map((name) => ({
            label: t(`preview.${name}`),
            value: formatNumber({ updated, created, failed }[name]),
          }))}
        />
        {failed > 0 && (
          <Notice tone="warning">
            <p>{t('done.refused', { number: formatNumber(failed) })}</p>
            <RefusedDownload importId={id} />
          </Notice>
        )}
        <Actions>
          <LinkButton to={paths.products.href()} icon={<PackageSearch size={18} />}>
            {t('done.products')}
          </LinkButton>
          <Button variant="secondary" onClick={onAnother}>
            {t('done.another')}
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
}

const Head = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space(2),
  textAlign: 'center',
  '& > svg': { color: colors.success },
  '& h2': type.title,
  '& p': { ...type.body, color: colors.muted },
});

const Actions = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(3),
  '& > *': { flex: '1 1 200px' },
});
