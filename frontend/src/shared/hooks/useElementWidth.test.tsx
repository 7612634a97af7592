import { render, screen } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useElementWidth } from './useElementWidth';

function Wide(): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  return <div ref={frame}>{useElementWidth(frame, 640)}</div>;
}

describe('the width of an element', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is known before it is painted the first time', () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(358);
    render(<Wide />);
    expect(screen.getByText('358')).toBeVisible();
  });

  it('is the one that was expected where nothing is laid out', () => {
    render(<Wide />);
    expect(screen.getByText('640')).toBeVisible();
  });
});
