import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { registrationDate } from './company';
import { PageFrame, Section, SectionTitle } from './PageFrame';

export function AboutPage(): ReactElement {
  const t = useText('pages');
  const advantages = t('about.advantages', { returnObjects: true });
  return (
    <PageFrame title={t('about.title')} lead={t('about.lead')}>
      <Section>
        <p>{t('about.story', { date: registrationDate() })}</p>
      </Section>
      <Section aria-labelledby="advantages">
        <SectionTitle id="advantages">{t('about.advantagesTitle')}</SectionTitle>
        <Grid>
          {advantages.map((advantage) => (
            <Card as="li" key={advantage}>
              <Advantage>
                <Check strokeWidth={2} />
                {advantage}
              </Advantage>
            </Card>
          ))}
        </Grid>
      </Section>
      <Card as="footer" tone="brand">
        <SectionTitle>{t('about.contactTitle')}</SectionTitle>
        <p>{t('about.contact')}</p>
      </Card>
    </PageFrame>
  );
}

const Grid = styled.ul({
  display: 'grid',
  gap: space(3),
  [media.tabletUp]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
});

const Advantage = styled.p({
  ...type.body,
  display: 'flex',
  gap: space(3),
  '& > svg': { flex: 'none', marginBlockStart: space(1), color: colors.success },
});
