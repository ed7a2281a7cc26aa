import { isTime, normalTime, readTime, writeTime } from '../text/timeOfDay.ts';
import { defineKind } from './defineKind.ts';
import { dayOperators, line, orderedOperators, shownInOrder } from './traits.ts';

/** A local time of day, stored as `HH:MM:SS` so that times compare as text. */
export const time = defineKind({
  ...line,
  name: 'time',
  fits: (declared) => declared.format === 'time-local',
  schema: { type: 'string', format: 'time-local' },
  comparison: 'codes',
  key: 'none',
  normal: undefined,
  canonical: normalTime,
  filter: {
    operators: orderedOperators,
    shown: dayOperators,
    parse: (text) => (isTime(text.trim()) ? normalTime(text.trim()) : undefined),
    problem: 'query.value.time',
    input: 'written',
  },
  query: shownInOrder,
  sheet: { format: 'text', read: 'written' },
  written: { format: writeTime, parse: readTime, problem: 'validation.format.time-local' },
  overlay: {
    order: 110,
    settings: ['unique'],
    inRows: true,
    declare: () => ({ type: 'string', format: 'time-local' }),
  },
  examples: {
    declared: { type: 'string', format: 'time-local' },
    good: [
      { sent: '08:30', answered: '08:30:00', en: '8:30 a.m.', fr: '8 h 30' },
      { sent: '23:59:30', en: '11:59:30 p.m.', fr: '23 h 59 min 30 s' },
      { sent: '00:00:00', en: '12:00 a.m.', fr: '0 h' },
    ],
    bad: ['24:00', '8', 'noon', '08:60', '08:30Z', 830, ['08:30'], {}],
  },
});
