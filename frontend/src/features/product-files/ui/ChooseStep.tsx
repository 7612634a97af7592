import styled from '@emotion/styled';
import { FileSpreadsheet, FileUp, RotateCw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { FileButton } from '../../../shared/ui/FileButton';
import { Stack } from '../../../shared/ui/Layout';
import { Notice } from '../../../shared/ui/Notice';
import { ACCEPT, type FileProblem, readSheet, type SheetFile } from '../model/checkFile';
import { useFileDrop } from '../model/useFileDrop';
import { HowItWorks } from './HowItWorks';

interface ChooseStepProps {
  /** Why the last file was refused. */
  readonly lines: readonly string[];
  /** Sends it once more, where that may help. */
  readonly again: (() => void) | null;
  readonly onSend: (sheet: SheetFile) => void;
}

/** Where a file is chosen or dropped, and how it all works. */
export function ChooseStep({ lines, again, onSend }: ChooseStepProps): ReactElement {
  const t = useText('productFiles');
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const choose = async (files: readonly File[]): Promise<void> => {
    const sheet = await readSheet(files);
    if (sheet.ok) onSend(sheet.value);
    else setProblem(sheet.error);
  };
  const over = useFileDrop((files) => void choose(files));
  const reasons = problem === null ? lines : [t(`problems.${problem}`)];
  return (
    <Stack gap={6}>
      <Stack>
        {reasons.length > 0 && <Notice tone="danger" lines={reasons} />}
        <Zone data-over={over || undefined}>
          <Sign aria-hidden>{over ? <FileUp {...sign} /> : <FileSpreadsheet {...sign} />}</Sign>
          <Heading>{over ? t('choose.drop') : t('choose.heading')}</Heading>
          <Drag>{t('choose.drag')}</Drag>
          <Buttons>
            <FileButton
              accept={ACCEPT}
              size="lg"
              icon={<FileUp size={18} />}
              onFiles={(files) => {
                void choose(files);
              }}
            >
              {t('choose.button')}
            </FileButton>
            {again && problem === null && (
              <Button variant="secondary" size="lg" icon={<RotateCw size={18} />} onClick={again}>
                {t('choose.retry')}
              </Button>
            )}
          </Buttons>
          <Limits>{t('choose.limits')}</Limits>
        </Zone>
      </Stack>
      <HowItWorks />
    </Stack>
  );
}

const sign = { size: 40, strokeWidth: 1.25 } as const;

const Zone = styled.section({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: space(2),
  paddingBlock: space(10),
  paddingInline: space(5),
  textAlign: 'center',
  border: `2px dashed ${colors.lineStrong}`,
  borderRadius: radius.card,
  backgroundColor: colors.surface,
  transition: `background-color ${motion.press}, border-color ${motion.press}`,
  '&[data-over]': { borderColor: colors.brand, backgroundColor: colors.brandSoft },
});

const Sign = styled.span({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '72px',
  blockSize: '72px',
  borderRadius: radius.full,
  backgroundColor: colors.brandSoft,
  color: colors.brand,
});

const Heading = styled.h2({ ...type.heading, marginBlockStart: space(2) });

/** Phones have nothing to drag. */
const Drag = styled.p({
  ...type.label,
  display: 'none',
  fontWeight: 400,
  color: colors.muted,
  [media.hover]: { display: 'block' },
});

const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: space(3),
  marginBlock: space(3),
  maxInlineSize: '100%',
  '& > button': { maxInlineSize: '100%', overflowWrap: 'anywhere' },
});

const Limits = styled.p({ ...type.caption, color: colors.muted, textWrap: 'balance' });
