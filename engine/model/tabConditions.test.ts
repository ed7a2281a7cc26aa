/** A condition of a tab holds for all sections that share it. */
import { expect, it } from 'vitest';
import type { Compiled } from '../expression/types.ts';
import { tabConditions } from './tabConditions.ts';

const condition = (text: string) => ({ text }) as Compiled;
const titles: Readonly<Record<string, string>> = { 'a.tab': 'More', 'b.tab': 'More', 'c.tab': 'Rest' };

it('sections whose tabs have the same title share their conditions, whatever their keys', () => {
  const [one, two] = [condition('A > 1'), condition('B > 1')];
  const sections = [
    { tab: 'a.tab', tabVisible: one },
    { tab: 'b.tab', tabVisible: two },
    { tab: 'b.tab' },
    { tab: 'c.tab' },
    {},
  ];
  const ofTab = tabConditions(sections, (key) => titles[key] ?? key);
  expect(sections.map(ofTab)).toEqual([[one, two], [one, two], [one, two], [], []]);
});
