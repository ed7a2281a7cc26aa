/** The server's own extension: people, e-mails, and the jobs every application may use. */
import { tellFollowers } from '../activity/tellFollowers.ts';
import { runApprovals } from '../approvals/runApprovals.ts';
import { type Attached, contentsOf } from '../automations/attachments.ts';
import { runAutomations } from '../automations/runAutomations.ts';
import { sendCalls } from '../automations/sendCalls.ts';
import { bulkJob, bulkKind } from '../jobs/bulkJob.ts';
import { copyJob } from '../jobs/copyJob.ts';
import { letterEntity, letterStates, sendLetters } from '../mail/letters.ts';
import { runEntity } from '../operations/automationEvents.ts';
import { copyKind } from '../operations/copyInput.ts';
import { equals } from '../operations/filters.ts';
import { deliveryEntity, deliveryStates, webhookEntity } from '../operations/webhookEvents.ts';
import { importJob, importKind } from '../sheets/importJob.ts';
import { undoImportJob, undoImportKind } from '../sheets/undoImport.ts';
import { uploadJob, uploadKind } from '../sheets/uploadJob.ts';
import { sendWebhooks } from '../webhooks/sendWebhooks.ts';
import { type DueWork, defineExtension } from './Extension.ts';
import { readLetter, sendLetterAgain, sendLinkOf, sendUserLink } from './system/letters.ts';
import {
  createTemplate,
  previewTemplate,
  removeTemplate,
  testTemplate,
  updateTemplate,
} from './system/mailTemplates.ts';
import {
  createUser,
  endSessions,
  removeUserIdentity,
  removeUserPasskey,
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
import { tidyJob, tidyKind } from './system/tidyUp.ts';
import {
  createWebhook,
  rotateWebhook,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
} from './system/webhooks.ts';

const lettersWaiting = equals('StateId', letterStates.waiting);
const deliveriesWaiting = equals('StateId', deliveryStates.waiting);

const sendAll: DueWork['run'] = (due) =>
  sendLetters(due, (all) => contentsOf(due.runtime, due.zone, all as readonly Attached[]));

export const serverExtension = defineExtension({
  id: 'server',
  actions: {
    'user.create': createUser,
    'user.update': updateUser,
    'user.reset-password': resetPassword,
    'user.end-sessions': endSessions,
    'user.remove-second-factor': removeUserSecondFactor,
    'user.remove-passkey': removeUserPasskey,
    'user.remove-identity': removeUserIdentity,
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
    'mail-template.create': createTemplate,
    'mail-template.update': updateTemplate,
    'mail-template.remove': removeTemplate,
    'mail-template.preview': previewTemplate,
    'mail-template.test': testTemplate,
    'letter.read': readLetter,
    'letter.send-again': sendLetterAgain,
  },
  jobs: {
    [bulkKind]: bulkJob,
    [copyKind]: copyJob,
    [importKind]: importJob,
    [undoImportKind]: undoImportJob,
    [tidyKind]: tidyJob,
    [uploadKind]: uploadJob,
  },
  dueWork: [
    { name: 'automations', needs: ['automation-run', 'automation-state'], run: runAutomations },
    { name: 'followers', needs: ['record-follower', 'record-change', 'activity-state'], run: tellFollowers },
    { name: 'approvals', needs: ['approval', 'approval-task', 'absence'], run: runApprovals },
    {
      ...{ name: 'letters', needs: [letterEntity], lane: 'mail', run: sendAll },
      ...{ isListed: true, waiting: ({ store }) => store.count(letterEntity, lettersWaiting) },
    },
    {
      ...{ name: 'webhooks', needs: [webhookEntity, deliveryEntity], lane: 'calls', run: sendWebhooks },
      ...{ isListed: true, waiting: ({ store }) => store.count(deliveryEntity, deliveriesWaiting) },
    },
    {
      ...{ name: 'calls', needs: [runEntity, 'automation-secret'], lane: 'calls', run: sendCalls },
      ...{ isListed: true, waiting: ({ store }) => store.count(runEntity, equals('State', 'calling')) },
    },
  ],
});
