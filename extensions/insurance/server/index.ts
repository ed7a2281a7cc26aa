/** Specific to the insurance back office: eligibility codes, plan codes, product parameters. */
import { defineExtension } from '#server/extension';
import { refreshProductCache } from './catalogue/refreshProductCache.ts';
import { addNewUsedRule } from './configuration/addNewUsedRule.ts';
import { dataLinkValues } from './configuration/dataLinkValues.ts';
import { draftParameter } from './configuration/draftParameter.ts';
import { listMarkupSplits } from './configuration/listMarkupSplits.ts';
import { makeGlobal } from './configuration/makeGlobal.ts';
import { globalLienholders, productLienholders } from './configuration/offeredLienholders.ts';
import { saveLienholders } from './configuration/saveLienholders.ts';
import { valuesWithGroups } from './configuration/valuesWithGroups.ts';
import { exportCodes } from './eligibility/exportCodes.ts';
import { exportRules } from './eligibility/exportRules.ts';
import { importCodes } from './eligibility/importCodes.ts';
import { importCodesJob } from './eligibility/importCodesJob.ts';
import { removeCode } from './eligibility/removeCode.ts';
import { removeList } from './eligibility/removeList.ts';
import { downloadPlanCodes } from './planCodes/downloadPlanCodes.ts';
import { importPlanCodesJob } from './planCodes/importPlanCodesJob.ts';
import { uploadPlanCodes } from './planCodes/uploadPlanCodes.ts';

export default defineExtension({
  id: 'insurance',
  actions: {
    'parameter.make-global': makeGlobal,
    'parameter.draft': draftParameter,
    'parameter.data-link-values': dataLinkValues,
    'parameter.values-with-groups': valuesWithGroups,
    'product.add-new-used-rule': addNewUsedRule,
    'product.refresh-cache': refreshProductCache,
    'product-lienholders.save': saveLienholders,
    'lienholders.global': globalLienholders,
    'lienholders.product': productLienholders,
    'loan-markup-splits.list': listMarkupSplits,
    'eligibility-codes.import': importCodes,
    'eligibility-codes.export': exportCodes,
    'eligibility-codes.remove-list': removeList,
    'eligibility-codes.remove-code': removeCode,
    'plan-codes.upload': uploadPlanCodes,
    'plan-codes.download': downloadPlanCodes,
    'rules.export': exportRules,
  },
  jobs: { 'eligibility-codes.import': importCodesJob, 'plan-codes.import': importPlanCodesJob },
});
