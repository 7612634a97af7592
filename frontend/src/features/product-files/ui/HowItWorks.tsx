import styled from '@emotion/styled';
import { Columns3, Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { useExportProductsMutation } from '../api/endpoints';
import { useSaveFile } from '../model/useSaveFile';
import { ColumnGuide } from './ColumnGuide';

const STEPS = ['export', 'change', 'check'] as const;

/** Three steps, with what each of them needs. */
export function HowItWorks(): ReactElement {
  const t = useText('productFiles');
  const [guide, setGuide] = useState(false);
  const { busy, save } = useSaveFile(useExportProductsMutation());
  const tools = {
    export: (
      <Button variant="secondary" size="sm" busy={busy} icon={<Download size={18} />} onClick={() => save(undefined)}>
        {t('bulk.export', { ns: 'catalogue' })}
      </Button>
    ),
    change: (
      <Button variant="secondary" size="sm" icon={<Columns3 size={18} />} onClick={() => setGuide(true)}>
        {t('choose.guide')}
      </Button>
    ),
    check: null,
  };
  return (
    <section aria-label={t('choose.how')}>
      <Title>{t('choose.how')}</Title>
      <Steps>
        {STEPS.map((step, index) => (
          <li key={step}>
            <StepNumber aria-hidden>{formatNumber(index + 1)}</StepNumber>
            <div>
              <h3>{t(`how.${step}.title`)}</h3>
              <p>{t(`how.${step}.text`)}</p>
              {tools[step]}
            </div>
          </li>
        ))}
      </Steps>
      <ColumnGuide isOpen={guide} onClose={() => setGuide(false)} />
    </section>
  );
}

const Title = styled.h2({ ...type.heading, marginBlockEnd: space(3) });

const Steps = styled.ol({
  display: 'grid',
  gap: space(5),
  [media.desktopUp]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: space(6) },
  '& > li': { display: 'flex', gap: space(3), minInlineSize: 0 },
  '& h3': { ...type.label, fontWeight: 600 },
  '& p': { ...type.label, fontWeight: 400, color: colors.muted },
  '& button': { marginBlockStart: space(3) },
});

const StepNumber = styled.span({
  ...type.label,
  fontWeight: 700,
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '28px',
  blockSize: '28px',
  borderRadius: radius.full,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
});
