import { readDuration, writeDuration } from '../text/duration.ts';
import { defineKind } from './defineKind.ts';
import { parseInteger } from './filterInputs.ts';
import { amount } from './traits.ts';

/** A length of time in whole seconds: sorted and summed as a number, written in hours and minutes. */
export const duration = defineKind({
  ...amount,
  name: 'duration',
  fits: (declared) => declared['x-duration'] === true,
  column: 'integer',
  schema: { type: 'integer', minimum: -longest(), maximum: longest(), description: 'A number of seconds.' },
  isKeptAsSent: true,
  filter: { ...amount.filter, parse: parseInteger, problem: 'query.value.duration', input: 'written' },
  sheet: { format: 'text', read: 'written' },
  written: { format: writeDuration, parse: readDuration, problem: 'validation.format.duration' },
  overlay: {
    order: 120,
    settings: ['minimum', 'maximum', 'unique'],
    inRows: true,
    declare: () => ({ type: 'integer', 'x-duration': true }),
  },
  examples: {
    declared: { type: 'integer', 'x-duration': true },
    good: [
      { sent: 5400, en: '1 h 30 min', fr: '1 h 30 min' },
      { sent: 45, en: '45 s', fr: '45 s' },
      { sent: 129_600, en: '36 h', fr: '36 h' },
      { sent: 0, en: '0 min', fr: '0 min' },
    ],
    bad: [1.5, '1:30', '90', 1e15, true, [60], {}],
  },
});

/** A thousand years; a longer value has the wrong unit. */
function longest(): number {
  return 1000 * 366 * 86_400;
}
