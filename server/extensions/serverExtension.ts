/** The server's own extension: people, e-mails, and the jobs every application may use. */
import { tellFollowers } from '../activity/tellFollowers.ts';
import { runApprovals } from '../approvals/runApprovals.ts';
import { runAutomations } from '../automations/runAutomations.ts';
import { sendCalls } from '../automations/sendCalls.ts';
import { bulkJob, bulkKind } from '../jobs/bulkJob.ts';
import { copyJob } from '../jobs/copyJob.ts';
import { sendLetters } from '../mail/letters.ts';
import { copyKind } from '../operations/copyInput.ts';
import { importJob, importKind } from '../sheets/importJob.ts';
import { undoImportJob, undoImportKind } from '../sheets/undoImport.ts';
import { uploadJob, uploadKind } from '../sheets/uploadJob.ts';
import { sendWebhooks } from '../webhooks/sendWebhooks.ts';
import { defineExtension } from './Extension.ts';
import { readLetter, sendLetterAgain, sendLinkOf, sendUserLink } from './system/letters.ts';
import {
  createUser,
  endSessions,
  removeUserSecondFactor,
  resetPassword,
  updateUser,
} from './system/people.ts';
import { createServiceAccount, updateServiceAccount } from './system/serviceAccounts.ts';
import { createServiceKey, revokeServiceKey, rotateServiceKey } from './system/serviceKeys.ts';
import {
  createProvider,
  removeProvider,
  setProviderSecret,
  testProvider,
  updateProvider,
} from './system/signInProviders.ts';
import {
  createWebhook,
  rotateWebhook,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
} from './system/webhooks.ts';

export const serverExtension = defineExtension({
  id: 'server',
  actions: {
    'user.create': createUser,
    'user.update': updateUser,
    'user.reset-password': resetPassword,
    'user.end-sessions': endSessions,
    'user.remove-second-factor': removeUserSecondFactor,
    'user.send-link': sendUserLink,
    'user.send-link-of': sendLinkOf,
    'service-account.create': createServiceAccount,
    'service-account.update': updateServiceAccount,
    'service-account.create-key': createServiceKey,
    'service-account.rotate-key': rotateServiceKey,
    'service-account.revoke-key': revokeServiceKey,
    'sign-in-provider.create': createProvider,
    'sign-in-provider.update': updateProvider,
    'sign-in-provider.remove': removeProvider,
    'sign-in-provider.set-secret': setProviderSecret,
    'sign-in-provider.test': testProvider,
    'webhook.create': createWebhook,
    'webhook.update': updateWebhook,
    'webhook.rotate': rotateWebhook,
    'webhook.test': testWebhook,
    'webhook.send-again': sendWebhookAgain,
    'letter.read': readLetter,
    'letter.send-again': sendLetterAgain,
  },
  jobs: {
    [bulkKind]: bulkJob,
    [copyKind]: copyJob,
    [importKind]: importJob,
    [undoImportKind]: undoImportJob,
    [uploadKind]: uploadJob,
  },
  dueWork: [
    { name: 'automations', needs: ['automation-run', 'automation-state'], run: runAutomations },
    { name: 'followers', needs: ['record-follower', 'record-change', 'activity-state'], run: tellFollowers },
    { name: 'approvals', needs: ['approval', 'approval-task', 'absence'], run: runApprovals },
    { name: 'letters', needs: ['letter'], run: sendLetters },
    { name: 'webhooks', needs: ['webhook', 'webhook-delivery'], isOutside: true, run: sendWebhooks },
    { name: 'calls', needs: ['automation-run', 'automation-secret'], isOutside: true, run: sendCalls },
  ],
});
