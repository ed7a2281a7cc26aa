/** What kinds of extensions may build on. */
export { parseInteger, parseNumber, parseText } from './filterInputs.ts';
export {
  amount,
  dayOperators,
  line,
  orderedOperators,
  plainSheet,
  shownAlone,
  shownInOrder,
  words,
} from './traits.ts';
