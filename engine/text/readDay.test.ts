import { describe, expect, it } from 'vitest';
import { readTypedDay } from './readDay.ts';

describe('a date as people write it', () => {
  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2026/3/1', '2026-03-01'],
    ['20260301', '2026-03-01'],
    ['1 mars 2026', '2026-03-01'],
    ['1er août 2026', '2026-08-01'],
    ['3 févr. 2026', '2026-02-03'],
    ['12-déc-2026', '2026-12-12'],
    ['March 1, 2026', '2026-03-01'],
    ['Sept. 30 2026', '2026-09-30'],
    ['June 2nd, 2026', '2026-06-02'],
    ['5 juil. 2026', '2026-07-05'],
    ['5 juin 2026', '2026-06-05'],
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['04/04/2026', '2026-04-04'],
  ])('%s is %s', (text, day) => expect(readTypedDay(text)).toEqual({ day }));

  it.each(['03/04/2026', '1-2-2026'])('%s is ambiguous and refused', (text) =>
    expect(readTypedDay(text)).toEqual({ problem: 'doubtful' }),
  );

  it.each(['', '2026-02-30', '31/02/2026', '1 marsh 2026', '1 ju 2026', 'tomorrow', '46082', '32 mars 2026'])(
    '%s is none',
    (text) => expect(readTypedDay(text)).toEqual({ problem: 'unreadable' }),
  );
});
