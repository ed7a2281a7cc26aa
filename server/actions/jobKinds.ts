/** Kinds of long work, by the name the store keeps. */
import type { JobKinds } from '../jobs/Job.ts';
import { importCodesJob } from './eligibility/importCodesJob.ts';

export const jobKinds: JobKinds = {
  'eligibility-codes.import': importCodesJob,
};
