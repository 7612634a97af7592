import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { PageFrame, Points, Section, SectionTitle } from './PageFrame';

export function RulesPage(): ReactElement {
  const t = useText('pages');
  const sections = t('rules.sections', { returnObjects: true });
  return (
    <PageFrame title={t('rules.title')} lead={t('rules.lead')}>
      {sections.map(({ id, title, items }) => (
        <Section key={id} aria-labelledby={`rules-${id}`}>
          <SectionTitle id={`rules-${id}`}>{title}</SectionTitle>
          <Points>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </Points>
        </Section>
      ))}
    </PageFrame>
  );
}
