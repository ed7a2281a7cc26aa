import { describe, expect, it } from 'vitest';
import { shareWidth, type WidthNeed } from './shareWidth.ts';

const text = (wanted: number, least = 75): WidthNeed => ({ wanted, least, isText: true });
const fixed = (wanted: number, least = wanted): WidthNeed => ({ wanted, least, isText: false });
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** A typical list: name, code, two references, versions, a state, two dates. */
const list = [text(320), fixed(120), text(140), text(170), fixed(84), fixed(112), fixed(116, 104)];

describe('the widths of columns', () => {
  it('fill the room exactly, if every column fits at its least width', () => {
    for (let room = 800; room <= 2400; room += 10) expect(sum(shareWidth(list, room))).toBeCloseTo(room);
  });

  it('keep the name readable and no column below its least width', () => {
    for (let room = 100; room <= 2400; room += 50) {
      const widths = shareWidth(list, room);
      expect(widths[0], `name in ${room}`).toBeGreaterThanOrEqual(184);
      for (const [index, { least }] of list.entries())
        expect(widths[index], `${index} in ${room}`).toBeGreaterThanOrEqual(least);
    }
  });

  it('give spare room to the name once the other texts have grown a little', () => {
    const [name = 0, , brand = 0, type = 0, version, , day] = shareWidth(list, 2000);
    expect([version, day]).toEqual([84, 116]);
    expect([brand, type]).toEqual([expect.closeTo(182), expect.closeTo(221)]);
    expect(name).toBeGreaterThan(1000);
  });

  it('show a code wider than declared in full, if there is room', () => {
    const code = { ...fixed(120), most: 160 };
    expect(shareWidth([text(320), code, text(140)], 1000)[1]).toBeCloseTo(160);
    expect(shareWidth([text(320), code, text(140)], 500)[1]).toBeCloseTo(120);
  });

  it('shrink texts before dates and numbers', () => {
    const widths = shareWidth(list, 950);
    expect(widths.at(-1)).toBe(116);
    expect(widths[0]).toBeLessThan(320);
    expect(widths[3]).toBeLessThan(170);
    expect(shareWidth(list, 400).at(-1)).toBe(104);
  });

  it('shrink the widest texts first, and grow none beyond its content', () => {
    const held = [text(320), text(112), text(243), fixed(116)];
    const [name, brand, type] = shareWidth(held, 550);
    expect([name, brand, type]).toEqual([expect.closeTo(193.2), expect.closeTo(112), expect.closeTo(128.8)]);
    const wide = shareWidth([text(320), { ...text(112), most: 120 }, fixed(116)], 1000);
    expect(wide[1]).toBeCloseTo(120);
  });

  it('are the wanted ones while the room is unknown, or if no text can grow', () => {
    expect(shareWidth(list, 0)).toEqual(list.map(({ wanted }) => wanted));
    expect(shareWidth([fixed(100), fixed(80)], 500)).toEqual([100, 80]);
    expect(shareWidth([], 500)).toEqual([]);
  });
});
