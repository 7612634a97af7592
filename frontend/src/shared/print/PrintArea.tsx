import { type CSSObject, Global } from '@emotion/react';
import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useElementHeight } from '../hooks/useElementHeight';
import { useText } from '../i18n/useText';
import { isPersian } from '../lib/locale';
import { joined } from '../lib/punctuation';
import { media } from '../theme/media';
import { paper } from '../theme/paper';
import { measures, type PaperSize, toMm } from './measures';

interface PrintAreaProps {
  readonly areaRef: RefObject<HTMLDivElement | null>;
  readonly size?: PaperSize;
  /** At the foot of each sheet. */
  readonly title: string;
  /** The paper, without fields. */
  readonly children: ReactNode;
}

/** Longer strips are cut by the PDF format's own limit of 200 inches; they go on on the next one. */
const LONGEST_STRIP = 5000;

/** What goes to the printer, and nothing else does: a paper of its own beside the page, laid out all the time and seen only in print. */
export function PrintArea({ areaRef, size = 'a4', title, children }: PrintAreaProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  const height = useElementHeight(content);
  useOnlyPaper(areaRef);
  return createPortal(
    <Area ref={areaRef} data-print-area>
      <Global styles={onlyPaper} />
      {size === 'a4' ? <SheetPages title={title} /> : <Global styles={stripPage(height)} />}
      <Content ref={content} data-size={size}>
        {children}
      </Content>
    </Area>,
    document.body,
  );
}

/** A dialog above a page with a paper has one of its own: only the newest is printed. */
function useOnlyPaper(area: RefObject<HTMLDivElement | null>): void {
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
function SheetPages({ title }: Pick<PrintAreaProps, 'title'>): ReactElement {
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
  return <Global styles={styles} />;
}

/** A roll has no pages: one strip as long as what is on it, in whole millimetres. */
function stripPage(height: number): CSSObject {
  const { width, margin } = measures.roll;
  const length = Math.min(LONGEST_STRIP, Math.ceil(toMm(height)) + 2 * margin + 1);
  return { '@page': { size: `${width}mm ${length}mm`, margin: `${margin}mm` } };
}

const onlyPaper: CSSObject = {
  [media.print]: {
    // The page behind a dialog is kept from scrolling, and as high as the screen: a paper is neither.
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
