import styled from '@emotion/styled';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react';
import { useDirection, useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { media } from '../../../shared/theme/media';
import { colors, motion, radius, space, touchTarget } from '../../../shared/theme/tokens';
import { IconButton } from '../../../shared/ui/IconButton';
import type { Slide } from '../../../shared/ui/Rail';
import { groupsOf, keyLanding } from '../../../shared/ui/railMath';

interface RailDotsProps {
  /** Names the row. */
  readonly label: string;
  readonly slides: readonly Slide[];
  readonly index: number;
  /** False: the slide stays where it is. */
  readonly onSelect: (index: number) => boolean;
  /** See Rail. */
  readonly id: string;
}

/** One dot per slide, in groups of three like the thumbnails: tabs with arrow keys. */
export function RailDots({ label, slides, index, onSelect, id }: RailDotsProps): ReactElement {
  const t = useText('ui');
  const direction = useDirection();
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: ReactKeyboardEvent): void => {
    const end = keyLanding(event.key, index, slides.length, direction);
    if (end === null) return;
    event.preventDefault();
    if (onSelect(end)) row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[end]?.focus();
  };
  const places = slides.map((slide, at) => ({ slide, at }));
  return (
    <Line>
      <Step
        size="sm"
        label={t('previousSlide', { label })}
        disabled={index === 0}
        icon={<ChevronLeft className="flip" size={18} />}
        onClick={() => onSelect(index - 1)}
      />
      <Row role="tablist" aria-label={label} tabIndex={-1} ref={row} onKeyDown={onKeyDown}>
        {groupsOf(places).map((group) => (
          <Group key={group[0]?.slide.id} role="presentation">
            {group.map(({ slide, at }) => (
              <Dot
                key={slide.id}
                type="button"
                role="tab"
                aria-selected={at === index}
                aria-controls={`${id}-panel-${slide.id}`}
                aria-label={t('slide', {
                  name: slide.label,
                  number: formatNumber(at + 1),
                  total: formatNumber(slides.length),
                })}
                tabIndex={at === index ? 0 : -1}
                onClick={() => onSelect(at)}
              />
            ))}
          </Group>
        ))}
      </Row>
      <Step
        size="sm"
        label={t('nextSlide', { label })}
        disabled={index === slides.length - 1}
        icon={<ChevronRight className="flip" size={18} />}
        onClick={() => onSelect(index + 1)}
      />
    </Line>
  );
}

const Line = styled.div({ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: space(2) });

/** For a mouse; fingers swipe. */
const Step = styled(IconButton)({ display: 'none', [media.hover]: { display: 'inline-flex' } });

const Row = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  outline: 'none',
});

const Group = styled.div({ display: 'flex' });

const Dot = styled.button({
  ...touchTarget,
  borderRadius: radius.chip,
  '&::before': {
    content: '""',
    inlineSize: '8px',
    blockSize: '8px',
    borderRadius: radius.full,
    backgroundColor: colors.lineStrong,
    transition: `background-color ${motion.fade}`,
    [motion.allowed]: { transition: `inline-size ${motion.fade}, background-color ${motion.fade}` },
  },
  '&[aria-selected="true"]::before': { inlineSize: '18px', backgroundColor: colors.brand },
});
