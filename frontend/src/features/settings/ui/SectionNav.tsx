import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, size, space, type } from '../../../shared/theme/tokens';
import { DELIVERY, type EditId, SECTIONS } from '../model/types';
import { type EditLock, showSection } from '../model/useEditLock';
import { sectionIcons } from './sectionIcons';

/** Links to the sections, beside them on wide screens. */
export function SectionNav({ lock }: { readonly lock: EditLock }): ReactElement {
  const t = useText('settings');
  const show = (id: EditId): void => {
    if (id !== DELIVERY) lock.request(id);
    requestAnimationFrame(() => showSection(id));
  };
  return (
    <Nav aria-label={t('title')}>
      {([...SECTIONS, DELIVERY] as const).map((id) => {
        const Icon = sectionIcons[id];
        return (
          <Entry key={id} type="button" aria-current={lock.opened === id || undefined} onClick={() => show(id)}>
            <Icon />
            {t(`sections.${id}`)}
          </Entry>
        );
      })}
    </Nav>
  );
}

const Nav = styled.nav({
  display: 'none',
  [media.desktopUp]: {
    position: 'sticky',
    insetBlockStart: '88px',
    display: 'flex',
    flexDirection: 'column',
    gap: space(1),
    padding: space(2),
    border: `1px solid ${colors.line}`,
    borderRadius: radius.card,
    backgroundColor: colors.surface,
  },
});

const Entry = styled.button({
  ...type.label,
  display: 'flex',
  alignItems: 'center',
  gap: space(3),
  minBlockSize: size.touch,
  paddingInline: space(3),
  borderRadius: radius.button,
  color: colors.muted,
  textAlign: 'start',
  transition: `background-color ${motion.press}, color ${motion.press}`,
  [media.hover]: { '&:hover': { backgroundColor: colors.hover, color: colors.text } },
  '&[aria-current]': { backgroundColor: colors.brandSoft, color: colors.brand, fontWeight: 600 },
});
