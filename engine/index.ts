export { type Check, checkDeclarations } from './check/checkDeclarations.ts';
export { checkShape, declarationSchemas } from './check/checkShape.ts';
export { widgetsOf, widgetsSchema } from './check/widgetLanguage.ts';
export { checkTree, type TypeScope } from './expression/checkTree.ts';
export { signatureOf } from './expression/compileCall.ts';
export { type Compiled, type CompileOptions, compileTree, type Scope } from './expression/compileTree.ts';
export { compileWhere, type Where } from './expression/compileWhere.ts';
export {
  type Decimal,
  divide,
  isTooLong,
  minus,
  plus,
  readDecimal,
  roundHalfUp,
  times,
  writeDecimal,
  writeFixed,
} from './expression/decimal.ts';
export { ExpressionError } from './expression/ExpressionError.ts';
export { createFunctionTable, defaultFunctions, functions } from './expression/functions.ts';
export {
  anyType,
  booleanType,
  type ExpressionType,
  type FunctionRecord,
  type FunctionTable,
  needs,
  numberType,
  type Parameter,
  type ParameterType,
  takes,
  textType,
} from './expression/functionTypes.ts';
export { nextTime, nextTimes, type Recurring } from './expression/nextTime.ts';
export { type ParseResult, parseExpression } from './expression/parseExpression.ts';
export { printTree } from './expression/printTree.ts';
export { readsOf, renameReads } from './expression/readsOf.ts';
export { emailsIn, isEmailList } from './expression/textShapes.ts';
export { traceExpression, traceOf } from './expression/traceExpression.ts';
export { type TraceLine, traceLines } from './expression/traceLines.ts';
export {
  type BinaryOperator,
  childrenOf,
  countNodes,
  expressionLimits,
  type Problem,
  type Trace,
  type TraceStep,
  type Tree,
  type TreeOf,
  withoutBrackets,
} from './expression/tree.ts';
export {
  type AddedKind,
  addKinds,
  defineExtension,
  defineFieldKind,
  type EngineExtension,
} from './fields/addKinds.ts';
/** Traits and parsers that new kinds build on: `...fieldTraits.amount`. */
export * as fieldTraits from './fields/fieldTraits.ts';
export type { FilterInput } from './fields/filterInputs.ts';
export { fieldKinds, isKind, kinds } from './fields/registry.ts';
export { createForm } from './form/createForm.ts';
export * from './form/types.ts';
export { bulkPreviewRows, bulkRows } from './grid/bulkLimits.ts';
export {
  calendarPeriod,
  type DayPeriod,
  daysIn,
  periodWhere,
  timelineColumnsOf,
} from './grid/calendarDays.ts';
export { createGrid } from './grid/createGrid.ts';
export { filterInput, isFilterText, isNumberFilter } from './grid/filterText.ts';
export { gridAddress, readGridAddress, withGridAddress } from './grid/gridAddress.ts';
export { areChoices, gridChoices, restoreChoices, unknownIn } from './grid/gridChoices.ts';
export { gridFields } from './grid/gridFields.ts';
export { activeFilters, filterKey, largestPage, listQuery } from './grid/gridQuery.ts';
export {
  type GroupValue,
  groupKey,
  groupPeriods,
  groupWhere,
  periodDays,
} from './grid/grouping.ts';
export { layoutOf } from './grid/layoutOf.ts';
export * from './grid/types.ts';
export { countImpact } from './impact/countImpact.ts';
export type { Impact, ImpactQuestion } from './impact/types.ts';
export { proposeSchema } from './jsonSchema/proposeSchema.ts';
export { rootsOf as schemaRoots, type SchemaRoot } from './jsonSchema/rootsOf.ts';
export type { SchemaField } from './jsonSchema/types.ts';
export { createMatrix, isMany, type Matrix } from './matrix/createMatrix.ts';
export {
  type GrownLayout,
  type GrownMembers,
  type GrownRow,
  grownColumns,
  grownRows,
  nextColumn,
  startLayout,
  toggled,
  withEntries,
  withoutRow,
  withRow,
  withTicks,
} from './matrix/grownMatrix.ts';
export { parseTable, printTable } from './matrix/parseTable.ts';
export { areaOf, isIn, moved, sizeOf, within } from './matrix/selection.ts';
export type * from './matrix/types.ts';
export { formatMessage, hasMessage, locales } from './messages.ts';
export { accessOfRoute, ownRoute } from './model/accessOfRoute.ts';
export { automaticTemplate } from './model/automaticTemplate.ts';
export { recipientKind } from './model/automationWords.ts';
export { compileBundle, createBundle } from './model/bundle.ts';
export { askedIn } from './model/compileAction.ts';
export { superiorField } from './model/compileApproval.ts';
export { scopeOf as automationScope } from './model/compileAutomationSteps.ts';
export { CompileMemory } from './model/compileMemory.ts';
export { type Compilation, compileModel, compileSteps } from './model/compileModel.ts';
export { paperOf } from './model/compilePrintFormats.ts';
export {
  type FormSection,
  isOfferable,
  offersRecords,
  sectionsOfForm,
} from './model/compilePublicForms.ts';
export {
  type CompiledQuery,
  compileQuery,
  type QueryFinding,
  queryFilterTree,
  queryLimits,
} from './model/compileQuery.ts';
export { historyMark, stepNote, stepRule } from './model/compileStepAction.ts';
export { defaultPrint, defaultPrintName } from './model/defaultPrint.ts';
export { entityOfBlock } from './model/entityOfBlock.ts';
export { everyId } from './model/everyId.ts';
export { formatBytes } from './model/formatBytes.ts';
export { formBundle, type Offered } from './model/formBundle.ts';
export { versionOf } from './model/freeze.ts';
export { createDeclarationFunctions } from './model/hostFunctions.ts';
export { joinBlocks, writtenAt } from './model/joinBlocks.ts';
export { keptFeatures } from './model/keptFeatures.ts';
export { checkMailText, type TemplateUse, templateUses } from './model/mailTemplates.ts';
export { pageOfRecord } from './model/pageOfRecord.ts';
export { type PrintedRows, printedRows } from './model/printedRows.ts';
export { printFormatOf } from './model/printFormatOf.ts';
export { readingRoute } from './model/readingRoute.ts';
export { listOfQuestion } from './model/reviewAskLists.ts';
export { type DeclaredCall, routeOfCall } from './model/routeOfCall.ts';
export { parametersOf } from './model/routeParts.ts';
export { type ShippedTexts, shippedTexts } from './model/shippedTexts.ts';
export { kindOfFile } from './model/sources.ts';
export { tabConditions } from './model/tabConditions.ts';
export { type Collection, collectionsOf, rootNameOf, templateScope } from './model/templateScope.ts';
export { recordType, ruleScope } from './model/typeScope.ts';
export { usagesOf } from './model/whereUsed.ts';
export { featuresOfEntity } from './overlay/applyEntity.ts';
export { numberOfNewItem } from './overlay/applyLookup.ts';
export { applyOverlay } from './overlay/applyOverlay.ts';
export { featureOfTransition } from './overlay/applyWorkflow.ts';
export { baseValues } from './overlay/baseValues.ts';
export { type BlockReads, blockReads } from './overlay/blockFindings.ts';
export {
  type AdjustedTarget,
  adjustedTarget,
  changeId,
  changeKey,
  changeKinds,
  entityOfName,
  fieldOfChange,
  inOrder as changesInOrder,
  isPlaceChange,
  placeName,
} from './overlay/changeNames.ts';
export { checkChange, isUnkeepable, overlaySchema } from './overlay/checkChange.ts';
export { exampleHolds } from './overlay/checkExamples.ts';
export { wrongPattern } from './overlay/checkLimits.ts';
export { checkMeaning } from './overlay/checkMeaning.ts';
export { applySound, checkOverlay, judgeOverlay, type OverlayCheck } from './overlay/checkOverlay.ts';
export { copyEntity } from './overlay/copyEntity.ts';
export { declarationFindings } from './overlay/declarationFindings.ts';
export { describeChanges, describeInParts, findingText } from './overlay/describeChanges.ts';
export {
  type ConflictMember,
  describeConflict,
  describeUpgrade,
  type UpgradeMember,
} from './overlay/describeUpgrade.ts';
export { applyEdits, type ChangeEdit, type EditStep, editsBetween } from './overlay/editChange.ts';
export {
  classifyEffects,
  countsNeeded,
  type KeptFields,
} from './overlay/effects.ts';
export { facetOf, fieldTypes, hasSetting } from './overlay/fieldTypes.ts';
export { type ChangeConflict, type Merged, mergeChanges } from './overlay/mergeChanges.ts';
export { readFiles, writeFiles } from './overlay/overlayFiles.ts';
export { pageRecord } from './overlay/pageRecord.ts';
export { rememberBase } from './overlay/rememberBase.ts';
export { usualNames } from './overlay/reservedNames.ts';
export { choicesOf, resolveUpgrade, type UpgradeTake } from './overlay/resolveUpgrade.ts';
export {
  type Judged,
  judgeStored,
  judgingContext,
  type RuleCount,
  readsOwner,
  ruleCounts,
  withDefaults,
} from './overlay/ruleCounts.ts';
export { sameJson } from './overlay/sameJson.ts';
export { subjectOf } from './overlay/subjectOf.ts';
export { type AffectedChange, threeWay, type Upgrade } from './overlay/threeWay.ts';
export { trialValidators } from './overlay/trialValidators.ts';
export type * from './overlay/types.ts';
export { verdictReads } from './overlay/verdictReads.ts';
export { type EntityOfBlock, type WithoutEntity, withoutEntity } from './overlay/withoutEntity.ts';
export { type Parts, wholly } from './parts.ts';
export { fitsTextPattern } from './patterns/textPattern.ts';
export { type FieldTree, parseFields, pickFields } from './query/answerFields.ts';
export { askedHops } from './query/askedHops.ts';
export { choicesKey, codeRanks, inListOrder, rankDigits } from './query/choiceCodes.ts';
export { type Comparison, compareValues } from './query/compareValues.ts';
export { filterOperators, isListOperator, operatorsOf, shownOperators } from './query/filterOperators.ts';
export { formsGroups, groupFields, totalFields } from './query/groupFields.ts';
export { lookupRanks } from './query/lookupValues.ts';
export { matches, satisfies } from './query/matches.ts';
export { isPeopleList, offeredPeople } from './query/offeredPeople.ts';
export { type ListQuery, type ListQueryResult, parseListQuery } from './query/parseListQuery.ts';
export type { Reader } from './query/parseValue.ts';
export {
  pathLabels,
  type ResolvedPath,
  resolveAmong,
  resolvePath,
  resolveReferencePath,
} from './query/paths.ts';
export type { Problem as QueryProblem } from './query/problem.ts';
export { ProblemError } from './query/problem.ts';
export { holdsFiles, namesRecord, refersToMany, refersToOne } from './query/refersToOne.ts';
export { addTo, isPeriod, namedPeriods, relativeDays, startOf } from './query/relativeDays.ts';
export {
  type Condition,
  comparisonOf,
  type FieldPath,
  isScaled,
  type RowLimits,
  resolveFilter,
  resolveStored,
  UnknownPathError,
} from './query/resolveFilter.ts';
export { signOf, sortRecords, withTieBreak } from './query/sortRecords.ts';
export {
  isGroup,
  keepPaths,
  parseWhereText,
  partsOf,
  readWhere,
  type WhereCondition,
  type WhereGroup,
  type WherePart,
  whereLimits,
  wherePaths,
} from './query/whereTree.ts';
export { mayAccess } from './rules/access.ts';
export { checkedOverrides } from './rules/checkedOverrides.ts';
export { checkWritable } from './rules/checkWritable.ts';
export { confirmationText } from './rules/confirmationText.ts';
export { computeFor } from './rules/decide.ts';
export { evaluateInParts, evaluateRecord } from './rules/evaluateRecord.ts';
export { expansionRecord } from './rules/expansionRecord.ts';
export { failureIssue, schemaIssue } from './rules/fieldIssues.ts';
export { emptyId, gatherRows } from './rules/gatherRows.ts';
export { newRecord, withInnerDefaults } from './rules/newRecord.ts';
export { type NormalisedInput, normaliseInput } from './rules/normaliseInput.ts';
export { isNormal, normalRecord, normalValue } from './rules/normalRecord.ts';
export { staying } from './rules/optionIssue.ts';
export { hidesAnything, redact } from './rules/redact.ts';
export { sameValue } from './rules/sameValue.ts';
export { savePayload } from './rules/savePayload.ts';
export { statesOfModel } from './rules/statesOfModel.ts';
export { systemFields } from './rules/systemFields.ts';
export * from './rules/types.ts';
export { wrongTypes } from './rules/wrongTypes.ts';
export { callsFunction } from './ruleText/callsFunction.ts';
export { checkRuleText, parseRule, type RuleCheck } from './ruleText/checkRuleText.ts';
export { compileRule } from './ruleText/compileRule.ts';
export { nestValues, operandScope } from './ruleText/operandScope.ts';
export { type OperandsUsed, operandName, operandsUsed, usesOperand } from './ruleText/operandsUsed.ts';
export { renameOperand } from './ruleText/renameOperand.ts';
export { type Asked, ruleFunctionTable } from './ruleText/ruleFunctions.ts';
export { ruleLimits } from './ruleText/ruleLimits.ts';
export { ruleWords, type Words } from './ruleText/ruleWords.ts';
export { spansOf, type TextSpan } from './ruleText/spansOf.ts';
export { cellAddress, columnName } from './sheets/cellAddress.ts';
export * from './sheets/numberNotation.ts';
export { isBroken, isFilled, plainCell, shownText } from './sheets/plainCell.ts';
export { type ColumnProposal, proposeColumn } from './sheets/proposeColumn.ts';
export { readSheet, readSheetPieces } from './sheets/readSheet.ts';
export { SheetError } from './sheets/SheetError.ts';
export * from './sheets/types.ts';
export { csvType, writeCsv } from './sheets/writeCsv.ts';
export { type CellMark, type OutlinedSheet, type SheetLine, writeWorkbook } from './sheets/writeWorkbook.ts';
export { writeXlsx, xlsxType } from './sheets/writeXlsx.ts';
export { zipFiles } from './sheets/zipFiles.ts';
export { checkTemplate, checkTemplateInParts } from './template/checkTemplate.ts';
export { parseTemplate } from './template/parseTemplate.ts';
export { renderInParts, renderTemplate } from './template/renderTemplate.ts';
export { scanTemplate, type Tag as TemplateTag } from './template/scanTemplate.ts';
export { namesAfter, scopeAt } from './template/scopeAt.ts';
export { TemplateError } from './template/TemplateError.ts';
export { templateFunctions } from './template/templateFunctions.ts';
export { type TemplateProblem, templateLimits } from './template/types.ts';
export {
  type AccentTheme,
  accentContrast,
  accentGrounds,
  accentShades,
  contrast,
  hueOf,
  leastContrast,
  readableAccent,
  standardAccent,
} from './text/accent.ts';
export { dayRange } from './text/dayRange.ts';
export { momentFrom, momentIn } from './text/momentIn.ts';
export { nearestName } from './text/nearestName.ts';
export { normalText } from './text/normalText.ts';
export { placeAt } from './text/place.ts';
export { readTypedDay } from './text/readDay.ts';
export * from './text/readNumber.ts';
export {
  countIn,
  numberIn,
  readSequence,
  type SequenceFrame,
  type SequenceMistake,
  sequenceFrame,
} from './text/sequencePattern.ts';
export {
  drawingOf,
  longestSigner,
  partsOfSignature,
  type Stroke,
  signatureArea,
  strokesOf,
  tellSignature,
  writeSignature,
} from './text/signature.ts';
export {
  canonicalMoment,
  compareText,
  highest,
  keyVersion,
  searchKey,
  separator,
  textKey,
  uniqueKey,
  wellFormed,
  wordsOf,
} from './text/textKey.ts';
export type {
  AutomationModel,
  AutomationTexts,
  CallModel,
  StepModel,
  TriggerModel,
} from './types/automationTypes.ts';
export { fileEndings, fileTypeMessage, knownFileTypes, pictureTypes } from './types/fileTypes.ts';
export * from './types/modelTypes.ts';
export type {
  PaperModel,
  PrintBlockModel,
  PrintCellModel,
  PrintEdgeModel,
  PrintFormatModel,
  PrintLogoModel,
  PrintTexts,
} from './types/printTypes.ts';
export type { PublicFieldModel, PublicFormModel } from './types/publicFormTypes.ts';
export * from './types/ruleTextTypes.ts';
export { compileSchema, compileValidators, createValidatorCompiler } from './validation/compileValidators.ts';
export { loadValidatorRuntime } from './validation/runtime.ts';
export { validatorModuleSource } from './validation/validatorModuleSource.ts';
