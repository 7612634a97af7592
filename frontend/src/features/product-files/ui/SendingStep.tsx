import styled from '@emotion/styled';
import { FileSpreadsheet } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatPercent } from '../../../shared/lib/units';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { Card } from '../../../shared/ui/Card';
import { ProgressBar } from '../../../shared/ui/ProgressBar';
import { useFileDrop } from '../model/useFileDrop';

interface SendingStepProps {
  readonly name: string;
  /** From 0 to 1. */
  readonly sent: number;
  readonly onCancel: () => void;
}

/** The file is on its way, and then with the server, which compares it with the catalogue. */
export function SendingStep({ name, sent, onCancel }: SendingStepProps): ReactElement {
  const t = useText('productFiles');
  useFileDrop(null);
  const arrived = sent >= 1;
  const title = arrived ? t('sending.checking') : t('sending.title');
  return (
    <Card padding="lg">
      <Block>
        <Sign aria-hidden>
          <FileSpreadsheet size={40} />
        </Sign>
        <div role="status">
          <h2>{title}</h2>
        </div>
        <Name>
          <bdi>{name}</bdi>
        </Name>
        <ProgressBar label={title} value={arrived ? null : sent} />
        <small>{arrived ? t('sending.wait') : t('sending.percent', { percent: formatPercent(sent * 100, 0) })}</small>
        <Button variant="ghost" onClick={onCancel}>
          {t('cancel', { ns: 'ui' })}
        </Button>
      </Block>
    </Card>
  );
}

const Block = styled.div({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space(3),
  maxInlineSize: '420px',
  marginInline: 'auto',
  paddingBlock: space(6),
  textAlign: 'center',
  '& h2': type.heading,
  '& small': { ...type.caption, color: colors.muted },
});

const Sign = styled.span({ color: colors.brand });
const Name = styled.p({ ...type.label, color: colors.muted, overflowWrap: 'anywhere' });
