// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { drafted, draftFigures, editorOf, issuesOf, rebased, withTyped } from './edit';

const type: CatalogueType = {
  id: 't1',
  name: '۷۰۰ گرم',
  piecesPerUnit: 12,
  buyPrice: 100_000,
  sellPrice: 125_000,
  stock: 30,
  images: [],
  description: 'توضیح',
  rowOrder: 1,
  unitId: 'u3',
  active: true,
  version: 4,
};
const editor = editorOf('p1', type);

describe('typing', () => {
  it('works the figures out anew', () => {
    expect(draftFigures(withTyped(editor, { buyPrice: '90000' }))).toEqual({
      profit: 35_000,
      percent: 28,
      packagePrice: 1_080_000,
    });
  });

  it('counts an empty field as nothing', () => {
    expect(draftFigures(withTyped(editor, { sellPrice: '' }))).toEqual({
      profit: 0,
      percent: 0,
      packagePrice: 1_200_000,
    });
  });

  it('takes the issue of its own field away, and that of the two prices together', () => {
    const refused = { ...editor, issues: { stock: 'empty', sellPrice: 'belowBuy' } as const };
    expect(withTyped(refused, { buyPrice: '1' }).issues).toEqual({ stock: 'empty' });
    expect(withTyped(refused, { stock: '1' }).issues).toEqual({ sellPrice: 'belowBuy' });
    expect(withTyped(refused, { description: '' }).issues).toEqual(refused.issues);
  });
});

describe('a draft', () => {
  it('may be sent as it was read, and with equal prices', () => {
    expect(issuesOf(editor.draft)).toEqual({});
    expect(issuesOf({ ...editor.draft, sellPrice: '100000' })).toEqual({});
  });

  it('needs its numbers', () => {
    expect(issuesOf({ ...editor.draft, stock: '', sellPrice: '' })).toEqual({ stock: 'empty', sellPrice: 'empty' });
  });

  it('does not sell below what it costs', () => {
    expect(issuesOf({ ...editor.draft, sellPrice: '99999' })).toEqual({ sellPrice: 'belowBuy' });
  });

  it('becomes a type again', () => {
    const typed = withTyped(editor, { stock: '007', description: '  تازه ', active: false });
    expect(drafted(typed)).toEqual({ ...type, stock: 7, description: 'تازه', active: false });
  });
});

describe('a type that was changed elsewhere', () => {
  it('gives its new values where nothing was typed, and keeps what was', () => {
    const typed = withTyped(editor, { sellPrice: '130000', description: 'از من' });
    const latest = { ...type, buyPrice: 104_000, sellPrice: 128_000, version: 5 };
    const merged = rebased({ ...typed, conflict: 'refused' }, latest);
    expect(merged.draft).toEqual({
      stock: '30',
      buyPrice: '104000',
      sellPrice: '130000',
      description: 'از من',
      active: true,
    });
    expect(merged.base.version).toBe(5);
    expect(merged.conflict).toBe('read');
    expect(merged.elsewhere).toEqual(['sellPrice']);
  });

  it('is no dispute when both sides typed the same', () => {
    const merged = rebased(withTyped(editor, { stock: '12' }), { ...type, stock: 12, version: 5 });
    expect(merged.elsewhere).toEqual([]);
  });
});
