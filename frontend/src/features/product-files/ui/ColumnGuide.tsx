import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Segmented } from '../../../shared/ui/Segmented';
import { Sheet } from '../../../shared/ui/Sheet';

/** As they stand in the file of the whole catalogue, and whether a file has to have them. */
const COLUMNS = [
  ['code', true],
  ['title', true],
  ['brand', true],
  ['category', false],
  ['typeCode', true],
  ['typeName', true],
  ['unit', true],
  ['pieces', true],
  ['buy', true],
  ['sell', true],
  ['stock', true],
  ['description', false],
  ['image', false],
  ['active', false],
] as const;

const PARTS = ['all', 'required'] as const;

interface ColumnGuideProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which columns a file may have, and what stands in them. */
export function ColumnGuide({ isOpen, onClose }: ColumnGuideProps): ReactElement {
  const t = useText('productFiles');
  const [part, setPart] = useState<(typeof PARTS)[number]>('all');
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('guide.title')}>
      <Lead>{t('guide.text')}</Lead>
      <Segmented
        label={t('guide.title')}
        variant="track"
        options={PARTS.map((value) => ({ value, label: t(`guide.${value}`) }))}
        value={part}
        onSelect={setPart}
      />
      <List>
        {COLUMNS.filter(([, required]) => required || part === 'all').map(([name, required]) => (
          <div key={name}>
            <dt>
              {t(`columns.${name}.label`)}
              <Badge tone={required ? 'brand' : 'neutral'}>
                {required ? t('guide.required') : t('guide.optional')}
              </Badge>
            </dt>
            <dd>{t(`columns.${name}.hint`)}</dd>
          </div>
        ))}
      </List>
    </Sheet>
  );
}

const Lead = styled.p({ ...type.label, fontWeight: 400, color: colors.muted, paddingBlockEnd: space(3) });

const List = styled.dl({
  marginBlockStart: space(2),
  '& > div': { paddingBlock: space(3) },
  '& > div + div': { borderBlockStart: `1px solid ${colors.line}` },
  '& dt': { ...type.label, fontWeight: 600, display: 'flex', alignItems: 'center', gap: space(2) },
  '& dd': { ...type.label, fontWeight: 400, color: colors.muted },
});
