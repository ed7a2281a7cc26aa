/** Kinds of long work, by the name the store keeps. */

import { bulkJob, bulkKind } from '../jobs/bulkJob.ts';
import { copyJob } from '../jobs/copyJob.ts';
import type { JobKinds } from '../jobs/Job.ts';
import { copyKind } from '../operations/copyInput.ts';
import { uploadJob, uploadKind } from '../sheets/uploadJob.ts';
import { importCodesJob } from './eligibility/importCodesJob.ts';
import { importPlanCodesJob } from './planCodes/importPlanCodesJob.ts';
import { importCardJob, importing } from './pricing/cardImportJob.ts';
import { generateCardJob, generation } from './pricing/cardJob.ts';

export const jobKinds: JobKinds = {
  [bulkKind]: bulkJob,
  [copyKind]: copyJob,
  [uploadKind]: uploadJob,
  'eligibility-codes.import': importCodesJob,
  'plan-codes.import': importPlanCodesJob,
  [generation]: generateCardJob,
  [importing]: importCardJob,
};
