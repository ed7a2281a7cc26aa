import { momentOf } from '../parts/parseDay.ts';
import { defineKindView } from './defineKindView.ts';

export const datetime = defineKindView({
  kind: 'datetime',
  widget: 'datetime',
  write: (value, _options, formats) => formats.dateTime(String(value)),
  paste: (text) => {
    const value = momentOf(text);
    return value === undefined ? { misfit: 'date' } : { value };
  },
  read: (text) => {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  },
  width: 170,
});
