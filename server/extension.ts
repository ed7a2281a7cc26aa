/** The plug-in API of the server: all that an extension may reach of it. An extension imports nothing past this file. */

export { textOf as templateText } from './automations/renderTexts.ts';
export { errorBody } from './errors/errorBody.ts';
export {
  type ErrorCode,
  type PlacedIssue,
  Refusal,
  type RefusalDetails,
  refusals,
} from './errors/Refusal.ts';
export { StartError } from './errors/StartError.ts';
export { type Action, type ActionRequest, type ActionRun, defineAction } from './extensions/Action.ts';
export { type Due, type DueWork, defineExtension, type Extension } from './extensions/Extension.ts';
export { FileAnswer } from './extensions/FileAnswer.ts';
export { defineNodeExtension, type Environment, type NodeExtension } from './extensions/NodeExtension.ts';
export { answered, record, scalar, sentBack, valuesByName } from './extensions/recordBody.ts';
export { cleanFileName } from './files/fileName.ts';
export { type Asks, askedFlag, askedId, askedNumber, askedText, askedTexts } from './http/Asks.ts';
export { callOut } from './http/callOut.ts';
export { isId } from './http/Endpoint.ts';
export type { Schema } from './http/fieldSchemas.ts';
/** What answers are made of: `answers.all({ Id: answers.id })`. */
export * as answers from './http/fieldSchemas.ts';
export { member } from './http/member.ts';
export { receiveFile } from './http/receiveFile.ts';
/** What bodies are made of: `sent({ Number: may(text) })`. */
export * from './http/sent.ts';
export type { HubOfActions } from './hub/hubEndpoints.ts';
export type { JobKind, JobProblem, JobResult, JobWork } from './jobs/Job.ts';
export { pausesOf } from './jobs/pauses.ts';
export { problemOf } from './jobs/problemOf.ts';
export {
  allWork,
  type WorkItem,
  type WorkSource,
  type WorkState,
} from './jobs/WorkSource.ts';
export { ownRecords } from './login/ownRecords.ts';
export { languageOf, letterEntity, letterStates, writeLetter } from './mail/letters.ts';
export { authorize, isAllowed } from './operations/authorize.ts';
export { automaticHtml } from './operations/automaticHtml.ts';
export { readBranding, standardAccent } from './operations/branding.ts';
export { collectOwned } from './operations/collectOwned.ts';
export { copyRecord } from './operations/copyRecord.ts';
export { createRecord, createWithin, draftRecord } from './operations/createRecord.ts';
export type { EntityPlan } from './operations/EntityPlan.ts';
export { allOf, among, equals, usualOrder } from './operations/filters.ts';
export { findRecords, streamAnswers } from './operations/findRecords.ts';
export { guardedPaths, memberAccess, refuseHidden, reportAccess } from './operations/guardedPaths.ts';
export { refuseWrongTypes } from './operations/heldRecord.ts';
export { fillHeld, writeHeld } from './operations/heldRows.ts';
export { answersOf, loadAnswer, loadRecord, refuseElsewhere } from './operations/loadRecord.ts';
export { lookupItem } from './operations/lookupItem.ts';
export { hasDomains, isOutside } from './operations/mailTo.ts';
export { authorizeReading, mayReadAny } from './operations/mayReadAny.ts';
export { mayViewFile } from './operations/mayViewFile.ts';
export { noticeOf } from './operations/noticeOf.ts';
export type {
  PrintedFile,
  PrintedList,
  PrintedPreview,
  PrintedRecord,
  Printing,
} from './operations/OperationCall.ts';
export {
  inTransaction,
  type Opening,
  type OperationCall,
  type Runtime,
  ruleContext,
  type WriteScope,
} from './operations/OperationCall.ts';
export { ownerOf } from './operations/ownerOf.ts';
export { entitiesRead, partialWarnings, partlySeen } from './operations/partlySeen.ts';
export { peopleNames } from './operations/peopleNames.ts';
export { refuseUnknownOwner } from './operations/refuseUnknownOwner.ts';
export { removeRecord, removeWithin } from './operations/removeRecord.ts';
export { fillView, loadView } from './operations/renderView.ts';
export { runtimeFor } from './operations/rowAccess.ts';
export { collectRules, type RulesOfRecord } from './operations/ruleTexts/collectRules.ts';
export { findCalls } from './operations/ruleTexts/findUses.ts';
export { judgeRule } from './operations/ruleTexts/judgeRule.ts';
export type { From } from './operations/ruleTexts/loadOperandValues.ts';
export { loadVocabulary } from './operations/ruleTexts/loadVocabulary.ts';
export { shippedText, withShippedTexts } from './operations/shippedTexts.ts';
export { storedFields } from './operations/storedFields.ts';
export { transitionRecord } from './operations/transitionRecord.ts';
export { refuseStale, storeUpdate, updateRecord, updateWithin } from './operations/updateRecord.ts';
export { refuseErrors, validateWrite } from './operations/validateWrite.ts';
export { insertRecord, updateRecord as updateStored } from './operations/writeRecord.ts';
export * from './ports/ExtensionPorts.ts';
export { type SharedFile, ShareTrouble } from './ports/FileShares.ts';
export type { Log, Ports } from './ports/ports.ts';
export { ticketsInMemory } from './ports/Tickets.ts';
export type { FontFiles, Letters, PdfFonts } from './print/fontTypes.ts';
export { missingWarnings } from './print/missingLetters.ts';
export { missingLetters, openFonts } from './print/openFonts.ts';
export { columnTitle, queryColumn } from './queries/columnValues.ts';
export { isReadable, isReadablePath } from './queries/isReadable.ts';
export { queryNamed } from './queries/queryNamed.ts';
export { queryWarnings } from './queries/queryWarnings.ts';
export {
  type Asked,
  type QueryPage,
  type QueryParameters,
  queryPage,
  queryRows,
  queryTotals,
} from './queries/runQuery.ts';
export { shownPath } from './queries/shownPath.ts';
export { createBatches } from './rows/createBatches.ts';
export { createFindings, type Finding, type Findings } from './rows/createFindings.ts';
export { readRows } from './rows/readRows.ts';
export { takeBack } from './rows/takeBack.ts';
export { notedTable, partialName } from './sheets/notedTable.ts';
export { type RecordColumn, recordColumn } from './sheets/recordColumns.ts';
export { cellOf, type SheetSaying, sheetFormat } from './sheets/sheetCell.ts';
export { createQueue } from './store/createQueue.ts';
export type { TableRow } from './store/tableQuery.ts';
export { type ScanPlace, StoreConflict, type StoreSession } from './store/types.ts';
export { valueIn } from './texts/findTexts.ts';
export { createYield } from './work/createYield.ts';
export { dayIn } from './work/dayIn.ts';
export { WorkBudget, WorkSpent } from './work/WorkBudget.ts';
