import { type CSSObject, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useElementHeight } from '../hooks/useElementHeight';
import { useText } from '../i18n/useText';
import { isPersian } from '../lib/locale';
import { joined } from '../lib/punctuation';
import { media } from '../theme/media';
import { paper } from '../theme/paper';
import { measures, type PaperSize, toMm } from './measures';
import type { PrintTarget } from './usePrint';

interface PrintAreaProps {
  readonly target: PrintTarget;
  readonly size?: PaperSize;
  /** At the foot of each sheet. */
  readonly title: string;
  /** The paper, without fields. */
  readonly children: ReactNode;
}

/** mm: a PDF page can be 200 inches long at most; a longer strip continues on the next page. */
const LONGEST_STRIP = 5000;

/** The only thing that is printed: a paper of its own beside the page, visible in print alone. Empty until it is needed. */
export function PrintArea({ target, size = 'a4', title, children }: PrintAreaProps): ReactElement {
  const { area, mounted } = target;
  useOnlyPaper(area);
  return createPortal(
    <Area ref={area} data-print-area>
      <Global styles={onlyPaper} />
      {mounted && (size === 'a4' ? <Sheets title={title}>{children}</Sheets> : <Strip>{children}</Strip>)}
    </Area>,
    document.body,
  );
}

/** A page and the dialog above it may both have a paper: only the newest is printed. */
function useOnlyPaper(area: PrintTarget['area']): void {
  useEffect(() => {
    const below = [...document.querySelectorAll('body > [data-print-area]')].filter((one) => one !== area.current);
    for (const one of below) one.removeAttribute('data-print-area');
    return () => {
      for (const one of below) one.setAttribute('data-print-area', 'true');
    };
  }, [area]);
}

const quoted = (text: string): string => JSON.stringify(text);

/** «فاکتور سفارش … · صفحه ۱ از ۳» at the foot of each sheet. */
function Sheets({ title, children }: Pick<PrintAreaProps, 'title' | 'children'>): ReactElement {
  const t = useText('ui');
  const digits = isPersian() ? 'persian' : 'decimal';
  const { margin } = measures.a4;
  const content = [
    quoted(`${joined(title, t('paper.page'))} `),
    `counter(page, ${digits})`,
    quoted(` ${t('paper.of')} `),
    `counter(pages, ${digits})`,
  ].join(' ');
  const styles: CSSObject = {
    '@page': {
      size: 'A4 portrait',
      margin: `${margin}mm ${margin}mm ${margin + 4}mm`,
      '@bottom-center': {
        content,
        direction: isPersian() ? 'rtl' : 'ltr',
        fontFamily: paper.family,
        fontSize: '8pt',
        color: paper.quiet,
      },
    },
  };
  return (
    <Content data-size="a4">
      <Global styles={styles} />
      {children}
    </Content>
  );
}

/** A roll has no pages: one strip as long as what is on it, in whole millimetres. */
function Strip({ children }: Pick<PrintAreaProps, 'children'>): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  const height = useElementHeight(content);
  const { width, margin } = measures.roll;
  const stripLength = Math.min(LONGEST_STRIP, Math.ceil(toMm(height)) + 2 * margin + 1);
  return (
    <Content ref={content} data-size="roll">
      <Global styles={{ '@page': { size: `${width}mm ${stripLength}mm`, margin: `${margin}mm` } }} />
      {children}
    </Content>
  );
}

const onlyPaper: CSSObject = {
  [media.print]: {
    // An open dialog locks the page's scrolling and height, which would cut the paper.
    'html, body': {
      overflow: 'visible !important',
      blockSize: 'auto !important',
      minBlockSize: '0 !important',
      padding: '0 !important',
      scrollbarGutter: 'auto !important',
    },
    'body > *:not([data-print-area])': { display: 'none !important' },
  },
};

const Area = styled.div({
  position: 'fixed',
  insetBlockStart: 0,
  insetInlineStart: 0,
  inlineSize: 0,
  blockSize: 0,
  overflow: 'hidden',
  visibility: 'hidden',
  [media.print]: {
    position: 'static',
    inlineSize: 'auto',
    blockSize: 'auto',
    overflow: 'visible',
    visibility: 'visible',
  },
});

const Content = styled.div({
  inlineSize: `${measures.a4.content}mm`,
  '&[data-size="roll"]': { inlineSize: `${measures.roll.content}mm` },
  [media.print]: { '&[data-size="a4"]': { inlineSize: 'auto' } },
});
