import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { colors, radius, rem, space, type } from '../../../shared/theme/tokens';
import { Chevron } from '../../../shared/ui/Chevron';
import { registrationDate } from './company';
import { PageFrame } from './PageFrame';

/** Native disclosure: it works before any script does, and the browser finds text in closed answers. */
export function FaqPage(): ReactElement {
  const t = useText('pages');
  const items = t('faq.items', { returnObjects: true, date: registrationDate() });
  return (
    <PageFrame title={t('faq.title')} lead={t('faq.lead')}>
      <List>
        {items.map(({ id, q, a }, index) => (
          <Item key={id} name="faq" open={index === 0}>
            <Question>
              <span>{q}</span>
              <Chevron />
            </Question>
            <Answer>{a}</Answer>
          </Item>
        ))}
      </List>
    </PageFrame>
  );
}

const List = styled.div({ display: 'flex', flexDirection: 'column', gap: space(3) });

const Item = styled.details({
  backgroundColor: colors.surface,
  border: `1px solid ${colors.line}`,
  borderRadius: radius.card,
  '& summary > svg': { color: colors.muted },
});

const Question = styled.summary({
  ...type.label,
  fontSize: rem(15),
  fontWeight: 600,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3),
  minBlockSize: '56px',
  paddingInline: space(4),
  paddingBlock: space(3),
  borderRadius: radius.card,
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
});

const Answer = styled.p({ ...type.body, color: colors.muted, padding: `0 ${space(4)} ${space(4)}` });
