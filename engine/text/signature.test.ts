import { describe, expect, it } from 'vitest';
import {
  drawingOf,
  isSignature,
  longestSignature,
  normalSignature,
  partsOfSignature,
  type Stroke,
  signatureArea,
  strokesOf,
  tellSignature,
} from './signature.ts';

const moment = '2026-11-20T15:00:00.000Z';

describe('a signature', () => {
  it.each([
    ';Jane Doe',
    'M12,80;Jane Doe',
    'M12,80L14,78 17,75M600,200L0,0;Zoé; née O’Brien',
    ';李 小龙',
    `${moment};;;Jane Doe`,
    `${moment};jane%40example.com;M1,2;Jane Doe`,
  ])('may be %s', (text) => {
    expect(isSignature(text)).toBe(true);
    expect(normalSignature(text)).toBe(text);
  });

  it.each([
    '',
    'Jane Doe',
    ';',
    'M1,2;',
    '; …',
    'M1;Jane Doe',
    'M601,2;Jane Doe',
    'M1,201;Jane Doe',
    'm1,2;Jane Doe',
    'M1,2 3,4;Jane Doe',
    'M1,2Z;Jane Doe',
    'M1,2"/><script>alert(1)</script>;Jane Doe',
    'M-1,2;Jane Doe',
    'M1.5,2;Jane Doe',
    ';Jane\nDoe',
    ';Jane\u202eDoe',
    `;${'x'.repeat(101)}`,
    `${'M1,2'.repeat(2001)};Jane Doe`,
    '2026-13-20T15:00:00.000Z;;;Jane Doe',
    `${moment};jane"doe;;`,
  ])('cannot be %s', (text) => {
    expect(isSignature(text)).toBe(false);
  });

  it('keeps its name tidy and its parts apart', () => {
    expect(normalSignature('M1,2;  Jane   Doe ')).toBe('M1,2;Jane Doe');
    expect(partsOfSignature(`${moment};jane%3B;M1,2;Doe; Jane`)).toEqual({
      ...{ moment, account: 'jane;', drawing: 'M1,2', name: 'Doe; Jane' },
    });
    expect(partsOfSignature('no parts')).toBeUndefined();
    expect(partsOfSignature(`${moment};%E0%A4%A;;Jane`)?.account).toBe('%E0%A4%A');
  });

  it('is told by name and moment, never by its strokes', () => {
    const stored = `${moment};jane;M1,2L3,4;Jane Doe`;
    expect(tellSignature(stored, 'en-CA', 'America/Toronto')).toBe('Jane Doe, Nov 20, 2026, 10:00 a.m.');
    expect(tellSignature(stored, 'fr-CA', 'America/Toronto')).toMatch(/^Jane Doe, 20 nov\. 2026,? 10 h 00$/);
    expect(tellSignature('M1,2;Jane Doe', 'en-CA')).toBe('Jane Doe');
  });
});

describe('a drawing', () => {
  it('has the strokes it was made of, without points that show nothing', () => {
    const line: Stroke = Array.from({ length: 50 }, (_, at) => [at, at] as const);
    expect(drawingOf([line, [[9.4, 20.6]]])).toBe('M0,0L49,49M9,21');
    expect(strokesOf('M0,0L49,49M9,21')).toEqual([
      [
        [0, 0],
        [49, 49],
      ],
      [[9, 21]],
    ]);
    expect(drawingOf([])).toBe('');
    expect(strokesOf('')).toEqual([]);
  });

  it('stays within its limit, however long people draw', () => {
    const { width, height } = signatureArea;
    const at = (index: number) => [(index * 7919) % width, (index * 104_729) % height] as const;
    const scribble: Stroke = Array.from({ length: 20_000 }, (_, index) => at(index));
    const dots: readonly Stroke[] = Array.from({ length: 5000 }, (_, index) => [at(index)]);
    for (const strokes of [[scribble], dots]) {
      const text = `${drawingOf(strokes)};Jane Doe`;
      expect(text.length).toBeLessThan(longestSignature);
      expect(text.length).toBeGreaterThan(100);
      expect(isSignature(text)).toBe(true);
    }
  });
});
