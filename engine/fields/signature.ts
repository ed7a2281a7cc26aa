import { isSignature, longestSignature, normalSignature, tellSignature } from '../text/signature.ts';
import { defineKind } from './defineKind.ts';
import { parseMoment } from './filterInputs.ts';
import { words } from './traits.ts';

/** A signature: drawn or typed, with the name of who signed and the moment, which the server sets. */
export const signature = defineKind({
  ...words,
  name: 'signature',
  fits: (declared) => declared.type === 'string' && declared.format === 'signature',
  schema: {
    type: 'string',
    format: 'signature',
    description:
      'Sent as `<drawing>;<name>`, for example `M12,80L14,78 17,75;Jane Doe`: strokes within 600 by 200, or none, and who signs. Stored and answered as `<moment>;<user name>;<drawing>;<name>`; the server sets the moment and the account whenever the signature changes.',
  },
  longest: longestSignature,
  comparison: 'codes',
  key: 'none',
  canonical: normalSignature,
  isSigned: true,
  // The moment comes first, so texts compare as moments do.
  filter: {
    operators: ['eq', 'ne', 'filled', 'gt', 'ge', 'lt', 'le'],
    shown: ['filled', 'ge', 'le'],
    parse: (text, zone) => (isSignature(text) ? normalSignature(text) : parseMoment(text, zone)),
    problem: 'query.value.signature',
    input: 'day',
  },
  query: { isShown: false, isSummed: false, isOrdered: false },
  sheet: { format: 'text', read: 'written' },
  written: { format: tellSignature, parse: () => undefined, problem: 'validation.format.signature' },
  absent: {
    import: 'People sign on a form, never in a file.',
    report: 'A signature is read with the record that it signs.',
  },
  overlay: {
    order: 225,
    settings: [],
    inRows: true,
    declare: () => ({ type: 'string', format: 'signature' }),
  },
});
