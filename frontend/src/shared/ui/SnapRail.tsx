import styled from '@emotion/styled';
import { Children, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDigits } from '../lib/digits';
import { colors, motion, radius, space } from '../theme/tokens';

export interface SnapRailProps {
  /** Names the rail. */
  readonly label: string;
  /** One slide each. */
  readonly children: ReactNode;
  /** A slide is being edited: no swiping. */
  readonly frozen?: boolean;
  /** Told when another slide is in sight. */
  readonly onIndexChange?: (index: number) => void;
}

/** How much of a slide must be in sight to be the current one. */
const IN_SIGHT = 0.5;

/** Slides that are swiped and snap, with dots; the browser scrolls, right to left too. */
export function SnapRail({ label, children, frozen = false, onIndexChange }: SnapRailProps): ReactElement {
  const { t } = useTranslation('ui');
  const rail = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const slides = Children.toArray(children);
  const total = slides.length;

  useEffect(() => {
    const root = rail.current;
    if (!root || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find((entry) => entry.isIntersecting);
        if (seen) setCurrent([...root.children].indexOf(seen.target));
      },
      { root, threshold: IN_SIGHT },
    );
    for (const slide of root.children) observer.observe(slide);
    return () => {
      observer.disconnect();
    };
  }, [total]);

  const reported = useRef(0);
  useEffect(() => {
    if (reported.current === current) return;
    reported.current = current;
    onIndexChange?.(current);
  }, [current, onIndexChange]);

  const show = (index: number) => {
    rail.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'smooth' });
  };
  const name = (index: number) => t('slide', { number: localDigits(index + 1), total: localDigits(total) });

  return (
    <Root role="group" aria-label={label}>
      <Rail ref={rail} data-frozen={frozen || undefined}>
        {slides.map((slide, index) => (
          <li key={index} aria-label={total > 1 ? name(index) : undefined} inert={frozen && index !== current}>
            {slide}
          </li>
        ))}
      </Rail>
      {total > 1 && (
        <Dots>
          {slides.map((_, index) => (
            <Dot
              key={index}
              type="button"
              aria-label={name(index)}
              aria-current={index === current}
              disabled={frozen}
              onClick={() => {
                show(index);
              }}
            />
          ))}
        </Dots>
      )}
    </Root>
  );
}

const Root = styled.div({ minInlineSize: 0 });

const Rail = styled.ul({
  display: 'flex',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  overscrollBehaviorX: 'contain',
  '&::-webkit-scrollbar': { display: 'none' },
  '&[data-frozen]': { overflowX: 'hidden' },
  '& > li': { flex: 'none', inlineSize: '100%', minInlineSize: 0, scrollSnapAlign: 'center', scrollSnapStop: 'always' },
});

const Dots = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', paddingBlockStart: space(1) });

const Dot = styled.button({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  inlineSize: '24px',
  blockSize: '44px',
  marginBlock: '-8px',
  '&::before': {
    content: '""',
    inlineSize: '8px',
    blockSize: '8px',
    borderRadius: radius.full,
    backgroundColor: colors.lineStrong,
    opacity: 0.5,
    transition: `opacity ${motion.fade}, background-color ${motion.fade}`,
  },
  '&[aria-current="true"]::before': { backgroundColor: colors.brand, opacity: 1, inlineSize: '18px' },
});
