/** Report definitions: reading RDL, laying it out as pieces of pages, its formulas and its HTML. */
export { reportName, type ShownJumps } from './actions.ts';
export { accumulator } from './aggregates.ts';
export { bandsOf } from './bands.ts';
export type { ChartData } from './chartData.ts';
export { chartShapes } from './chartShapes.ts';
export { atOnce, everyValue, filterRows, sortRows } from './dataOf.ts';
export {
  childOf as elementIn,
  childrenOf as elementsIn,
  textIn,
  within as elementsWithin,
} from './elements.ts';
export { FormulaError } from './FormulaError.ts';
export { FormulaMeter } from './FormulaMeter.ts';
export { formatPlain } from './formatValue.ts';
export { parseFormula } from './formula.ts';
export type { PageItems } from './formulaScope.ts';
export { everyPart } from './formulaTypes.ts';
export type { GeneratedColumn } from './generatedParts.ts';
export { generateLayout } from './generateLayout.ts';
export type { Line } from './line.ts';
export { jumpsInCells, namedSets } from './namedSets.ts';
export { parametersBefore, setsOfParameter } from './parameterLinks.ts';
export { periodData } from './periodData.ts';
export {
  type CompareWith,
  comparedFrom,
  figureField,
  figures,
  type Per,
} from './periods.ts';
export type { Beside, Flow, Piece, Placed } from './pieces.ts';
export type { Pivot, PivotAxis } from './pivot.ts';
export { pivotData } from './pivotData.ts';
export { readLayout } from './readLayout.ts';
export { relativeDateOf } from './relativeDates.ts';
export {
  firstPageName,
  keepSaid,
  namesItems,
  type PageOf,
  placedItems,
  type ReportRun,
  reportPieces,
} from './reportPieces.ts';
export { type ParameterValue, runFormula, type Saying, saidValue } from './runFormula.ts';
export type { ShownImage } from './shownImage.ts';
export type { ShownParagraph, ShownRun } from './shownText.ts';
export type { CellPart, LineCell } from './tableCell.ts';
export { asWritten } from './tableLines.ts';
export { textOfMarkup } from './textOfMarkup.ts';
export { paperTones, saidWith, type Tone, type ToneRule } from './tones.ts';
export { topGroups } from './topGroups.ts';
export type {
  Box,
  DataRows,
  DataSetLayout,
  DefinitionFinding,
  Element as DefinitionElement,
  PageSetup,
  ParameterLayout,
  ReportField,
  ReportLayout,
  Row,
  ShownStyle,
} from './types.ts';
export { isKnownLanguage } from './vb/culture.ts';
export type { Reader } from './visibility.ts';
export { HtmlPage } from './writeReportHtml.ts';
