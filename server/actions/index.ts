/** Named actions: what no declaration can say. Each file's first line says why it is code. */

import type { Finding, Model } from '#engine';
import type { JobKinds } from '../jobs/Job.ts';
import type { Action, ActionMap } from './Action.ts';
import { addCard } from './cards/addCard.ts';
import { tokenizeCard } from './cards/tokenizeCard.ts';
import { refreshProductCache } from './catalogue/refreshProductCache.ts';
import { addNewUsedRule } from './configuration/addNewUsedRule.ts';
import { dataLinkValues } from './configuration/dataLinkValues.ts';
import { draftParameter } from './configuration/draftParameter.ts';
import { listMarkupSplits } from './configuration/listMarkupSplits.ts';
import { makeGlobal } from './configuration/makeGlobal.ts';
import { globalLienholders, productLienholders } from './configuration/offeredLienholders.ts';
import { saveLienholders } from './configuration/saveLienholders.ts';
import { valuesWithGroups } from './configuration/valuesWithGroups.ts';
import { describeDocument } from './documents/describeDocument.ts';
import { listMappings, listPaths } from './documents/listMappings.ts';
import { saveMappings } from './documents/saveMappings.ts';
import { stampDocument } from './documents/stampDocument.ts';
import { exportCodes } from './eligibility/exportCodes.ts';
import { exportRules } from './eligibility/exportRules.ts';
import { importCodes } from './eligibility/importCodes.ts';
import { removeCode } from './eligibility/removeCode.ts';
import { removeList } from './eligibility/removeList.ts';
import { jobKinds } from './jobKinds.ts';
import { lienholdersNear } from './places/lienholdersNear.ts';
import { locatePlace, suggestPlaces } from './places/placeActions.ts';
import { downloadPlanCodes } from './planCodes/downloadPlanCodes.ts';
import { uploadPlanCodes } from './planCodes/uploadPlanCodes.ts';
import {
  addProducts,
  cancelLaunch,
  cancelVersioning,
  childrenState,
  listAdjustments,
  productsOfAdjustment,
  removeProduct,
  scheduleLaunch,
  scheduleVersioning,
} from './pricing/adjustmentActions.ts';
import { calculatePrice } from './pricing/calculatePrice.ts';
import {
  cancelGeneration,
  exportCsv,
  exportXlsx,
  generateCard,
  importCard,
  importToProduct,
  removeRates,
} from './pricing/cardActions.ts';
import { pageOfRates, pivotOfRates } from './pricing/cardRates.ts';
import { compareCards, whatIf } from './pricing/compareCards.ts';
import { dealerCards } from './pricing/dealerCards.ts';
import { downloadCards } from './pricing/downloadCards.ts';
import { readFormula, removeFormula, saveFormula } from './pricing/formula.ts';
import { previewAdjustment } from './pricing/previewAdjustment.ts';
import { priceListPdf } from './pricing/priceListPdf.ts';
import { validateLoanPayment } from './pricing/validateLoanPayment.ts';
import { readConfiguration } from './reports/configuration.ts';
import { homeDashboard, readDashboard, readPanel } from './reports/dashboards/dashboard.ts';
import { readDefinition, saveDefinition } from './reports/definitions.ts';
import { createFlavour, markFavourite, saveFlavour, shareFlavour } from './reports/flavours.ts';
import { listReportValues } from './reports/listValues.ts';
import { listPeople } from './reports/people.ts';
import { previewReport } from './reports/previewReport.ts';
import { listQueries, queryData } from './reports/queryData.ts';
import { createSchedule, nextRuns, saveSchedule } from './reports/schedules.ts';
import { createSubscription, saveSubscription } from './reports/subscriptions.ts';
import { dapStatement, fileReport, rewardsStatement, viewReport } from './reports/viewReport.ts';
import { readLetter, sendLetterAgain, sendLinkOf, sendUserLink } from './system/letters.ts';
import {
  createUser,
  endSessions,
  removeUserSecondFactor,
  resetPassword,
  updateUser,
} from './system/people.ts';
import { previewTemplates } from './templates/previewTemplates.ts';
import { readTemplates } from './templates/readTemplates.ts';
import { saveTemplates } from './templates/saveTemplates.ts';

export type { Action, ActionMap, ActionRequest } from './Action.ts';

/** By the name an `api.json` calls them. */
export const actions: ActionMap = {
  'parameter.make-global': makeGlobal,
  'parameter.draft': draftParameter,
  'parameter.data-link-values': dataLinkValues,
  'parameter.values-with-groups': valuesWithGroups,
  'product.add-new-used-rule': addNewUsedRule,
  'loan-markup-splits.list': listMarkupSplits,
  'product-lienholders.save': saveLienholders,
  'lienholders.global': globalLienholders,
  'lienholders.product': productLienholders,
  'document.info': describeDocument,
  'document.mappings': listMappings,
  'document.paths': listPaths,
  'document.save-mappings': saveMappings,
  'document.stamp': stampDocument,
  'eligibility-codes.import': importCodes,
  'eligibility-codes.export': exportCodes,
  'plan-codes.upload': uploadPlanCodes,
  'plan-codes.download': downloadPlanCodes,
  'rules.export': exportRules,
  'eligibility-codes.remove-list': removeList,
  'eligibility-codes.remove-code': removeCode,
  'templates.read': readTemplates,
  'templates.save': saveTemplates,
  'templates.preview': previewTemplates,
  'pricing.formula-read': readFormula,
  'pricing.formula-save': saveFormula,
  'pricing.formula-remove': removeFormula,
  'pricing.calculate-price': calculatePrice,
  'pricing.validate-loan-payment': validateLoanPayment,
  'adjustment.list': listAdjustments,
  'adjustment.products': productsOfAdjustment,
  'adjustment.add-products': addProducts,
  'adjustment.remove-product': removeProduct,
  'adjustment.children-state': childrenState,
  'adjustment.preview': previewAdjustment,
  'adjustment.schedule-versioning': scheduleVersioning,
  'adjustment.cancel-versioning': cancelVersioning,
  'adjustment.schedule-launch': scheduleLaunch,
  'adjustment.cancel-launch': cancelLaunch,
  'adjustment.download': downloadCards,
  'rate-card.pdf': priceListPdf,
  'rate-card.of-dealer': dealerCards,
  'rate-card.generate': generateCard,
  'rate-card.cancel': cancelGeneration,
  'rate-card.import': importCard,
  'rate-card.remove-rates': removeRates,
  'rate-card.rates': pageOfRates,
  'rate-card.pivot': pivotOfRates,
  'rate-card.compare': compareCards,
  'rate-card.what-if': whatIf,
  'rate-card.export-csv': exportCsv,
  'rate-card.export-xlsx': exportXlsx,
  'rate-card.import-to-product': importToProduct,
  'user.create': createUser,
  'user.update': updateUser,
  'user.reset-password': resetPassword,
  'user.end-sessions': endSessions,
  'user.remove-second-factor': removeUserSecondFactor,
  'user.send-link': sendUserLink,
  'user.send-link-of': sendLinkOf,
  'letter.read': readLetter,
  'letter.send-again': sendLetterAgain,
  'card.tokenize': tokenizeCard,
  'card.add': addCard,
  'place.suggest': suggestPlaces,
  'place.locate': locatePlace,
  'place.lienholders-near': lienholdersNear,
  'product.refresh-cache': refreshProductCache,
  'reports.people': listPeople,
  'reports.configuration': readConfiguration,
  'reports.create-flavour': createFlavour,
  'reports.save-flavour': saveFlavour,
  'reports.favourite': markFavourite,
  'reports.share': shareFlavour,
  'reports.view': viewReport,
  'reports.file': fileReport,
  'reports.rewards-statement': rewardsStatement,
  'reports.dap-statement': dapStatement,
  'reports.list-values': listReportValues,
  'reports.read-definition': readDefinition,
  'reports.save-definition': saveDefinition,
  'reports.create-schedule': createSchedule,
  'reports.save-schedule': saveSchedule,
  'reports.next-runs': nextRuns,
  'reports.create-subscription': createSubscription,
  'reports.save-subscription': saveSubscription,
  'reports.dashboard': readDashboard,
  'reports.home': homeDashboard,
  'reports.panel': readPanel,
  'reports.preview': previewReport,
  'reports.queries': listQueries,
  'reports.query': queryData,
};

/** The door holds each body to the schema that the type of the action says. */
export const actionNamed = (name: string | undefined): Action | undefined =>
  (actions as unknown as Readonly<Record<string, Action>>)[name ?? ''];

/** Names of code that nobody has written: the actions of routes, the jobs that blocks watch. */
export function checkActions(
  model: Model,
  known: Readonly<Record<string, unknown>> = actions,
  kinds: JobKinds = jobKinds,
): readonly Finding[] {
  return [...checkRoutes(model, known), ...checkJobs(model, kinds)];
}

function checkRoutes(model: Model, known: Readonly<Record<string, unknown>>): readonly Finding[] {
  return model.routes
    .filter((route) => route.operation === 'action' && !Object.hasOwn(known, route.action ?? ''))
    .map((route) => ({
      severity: 'error',
      file: route.file,
      path: '/routes',
      message: `${route.method} ${route.path} names the action '${route.action ?? ''}', which does not exist. Add it to server/actions/, or mend the name. Known: ${Object.keys(known).join(', ') || 'none'}.`,
    }));
}

/** Blocks that watch a kind of job nobody has written. */
function checkJobs(model: Model, known: JobKinds): readonly Finding[] {
  return [...model.screens.values()].flatMap((screen) =>
    screen.blocks.flatMap((block, index) => {
      const kinds = ('jobs' in block ? (block.jobs ?? []) : []).map(({ kind }) => kind);
      return kinds
        .filter((kind) => !Object.hasOwn(known, kind))
        .map((kind) => ({
          severity: 'error' as const,
          file: screen.file,
          path: `/blocks/${index}/jobs/kind`,
          message: `There is no kind of job '${kind}'. Add it to server/actions/jobKinds.ts, or mend the name. Known: ${Object.keys(known).join(', ') || 'none'}.`,
        }));
    }),
  );
}
