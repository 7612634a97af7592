import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { CatalogueType } from '../../../entities/product/catalogue/types';
import { drafted, draftOf, type Editor, rebased } from './edit';
import { figuresOf } from './figures';
import { type TypeDraft, typeSchema } from './schema';

const type: CatalogueType = {
  id: 't1',
  name: '۷۰۰ گرم',
  code: 'P-1',
  piecesPerUnit: 12,
  buyPrice: 100_000,
  sellPrice: 125_000,
  stock: 30,
  lowStock: 10,
  images: [],
  description: 'توضیح',
  rowOrder: 1,
  unitId: 'u3',
  active: true,
  version: 4,
};
const draft = draftOf(type);
const typed = (values: Partial<TypeDraft>): TypeDraft => ({ ...draft, ...values });
/** The fields that are wrong, and the rule that each of them breaks first. */
const wrong = (values: Partial<TypeDraft>) => {
  const { issues = [] } = v.safeParse(typeSchema, typed(values));
  return Object.fromEntries(issues.toReversed().map((issue) => [v.getDotPath(issue) ?? '', issue.type]));
};

describe('typing', () => {
  it('works the figures out anew', () => {
    expect(figuresOf(drafted(type, typed({ buyPrice: '90000' })))).toEqual({
      profit: 35_000,
      percent: 28,
      packagePrice: 1_080_000,
    });
  });

  it('counts an empty field as nothing', () => {
    expect(figuresOf(drafted(type, typed({ sellPrice: '' })))).toEqual({
      profit: 0,
      percent: 0,
      packagePrice: 1_200_000,
    });
  });
});

describe('a draft', () => {
  it('may be sent as it was read, and with equal prices', () => {
    expect(wrong({})).toEqual({});
    expect(wrong({ sellPrice: '100000' })).toEqual({});
  });

  it('needs its numbers', () => {
    expect(wrong({ stock: '', sellPrice: '' })).toEqual({ stock: 'non_empty', sellPrice: 'non_empty' });
  });

  it('holds a piece at least', () => {
    expect(wrong({ piecesPerUnit: '0' })).toEqual({ piecesPerUnit: 'check' });
    expect(wrong({ piecesPerUnit: '', lowStock: '' })).toEqual({ piecesPerUnit: 'non_empty', lowStock: 'non_empty' });
  });

  it('does not sell below what it costs', () => {
    expect(wrong({ sellPrice: '99999' })).toEqual({ sellPrice: 'partial_check' });
  });

  it('has a description of 300 characters at most', () => {
    expect(wrong({ description: '😀'.repeat(300) })).toEqual({});
    expect(wrong({ description: 'آ'.repeat(301) })).toEqual({ description: 'max_code_points' });
  });

  it('becomes a type again', () => {
    const again = drafted(type, typed({ stock: '007', description: '  تازه ', active: false }));
    expect(again).toEqual({ ...type, stock: 7, description: 'تازه', active: false });
  });
});

describe('a type that was changed elsewhere', () => {
  const editor: Editor = { productId: 'p1', name: 'p t', base: type, conflict: 'refused', elsewhere: [] };

  it('gives its new values where nothing was typed, and keeps what was', () => {
    const latest = { ...type, buyPrice: 104_000, sellPrice: 128_000, version: 5 };
    const merged = rebased(editor, typed({ sellPrice: '130000', description: 'از من' }), latest);
    expect(merged.draft).toEqual({
      stock: '30',
      buyPrice: '104000',
      sellPrice: '130000',
      piecesPerUnit: '12',
      lowStock: '10',
      description: 'از من',
      active: true,
    });
    expect(merged.editor.base.version).toBe(5);
    expect(merged.editor.conflict).toBe('read');
    expect(merged.editor.elsewhere).toEqual(['sellPrice']);
  });

  it('is no dispute when both sides typed the same', () => {
    const merged = rebased(editor, typed({ stock: '12' }), { ...type, stock: 12, version: 5 });
    expect(merged.editor.elsewhere).toEqual([]);
  });
});
