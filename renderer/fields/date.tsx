import { readTypedDay } from '#engine';
import { defineKindView } from './defineKindView.ts';

export const date = defineKindView({
  kind: 'date',
  widget: 'date',
  write: (value, _options, formats) => formats.date(String(value)),
  paste: (text) => {
    const { day, problem } = readTypedDay(text);
    return day === undefined ? { misfit: problem === 'doubtful' ? 'doubtful' : 'date' } : { value: day };
  },
  width: 120,
});
