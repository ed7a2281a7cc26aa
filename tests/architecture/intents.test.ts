/**
 * A call that may create carries an idempotency key that outlives an edit of its content: `Api.send` demands the
 * intent by type. The calls that say instead that they have none are listed here, each with its reason.
 */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const renderer = readSources().filter(
  ({ file, isTest }) => !isTest && /^(renderer|extensions\/\w+\/renderer)\//.test(file),
);

/** Nothing in them can be edited before a second attempt, or a later one replaces what an earlier one has set. */
const sameContent: Readonly<Record<string, string>> = {
  'extensions/reports/renderer/reports/ReportSharing.tsx': 'Replaces all shares.',
  'renderer/configure/automations/HookCard.tsx': 'Replaces the secret; no body.',
  'renderer/configure/automations/RunsCard.tsx': 'Continues one run; no body.',
  'renderer/configure/automations/TrialCard.tsx': 'Another record is another trial.',
  'renderer/configure/entities/FromFile.tsx': 'A file; another one is another call.',
  'renderer/configure/releases/FilesPage.tsx': 'Files are set by name.',
  'renderer/configure/releases/RebasePage.tsx': 'Bound to the revision of the draft.',
  'renderer/configure/releases/ReleasesPage.tsx': 'Bound to the revision of the draft.',
  'renderer/configure/upgrade/UpgradePage.tsx': 'Bound to the revision of the draft.',
  'renderer/configure/useDraft.ts': 'Edits of the draft are absolute.',
  'renderer/data/files.ts': 'A file; another one is another call.',
  'renderer/data/useJob.ts': 'Cancels; no body.',
  'renderer/grid/import/useImport.ts': 'A file; another one is another call.',
  'renderer/grid/layouts/useSaveFields.ts': 'Sets fields of a record at its revision.',
  'renderer/grid/useOrder.tsx': 'Sets the order.',
  'renderer/pages/account/Passkeys.tsx': 'Asks for a challenge.',
  'renderer/pages/account/SecondFactor.tsx': 'Each call replaces what an earlier one has set.',
  'renderer/pages/activity/ActivityBar.tsx': 'Duplicates a record; no body.',
  'renderer/pages/activity/Attachments.tsx': 'A file; another one is another call.',
  'renderer/pages/home/SampleData.tsx': 'Loads or removes; no body.',
  'renderer/pages/work/useWorkList.ts': 'Steps of one run; no body.',
  'renderer/publicForm/formFiles.ts': 'A file; another one is another call.',
  'renderer/shell/BellPanel.tsx': 'Marks as read; no body.',
};

/** Queries whose parameters are too long, or too private, for an address. */
const reads = [
  ...['pricing/renderer/rates/HeatMap.tsx', 'pricing/renderer/rates/RatesView.tsx'],
  ...['pricing/renderer/steps/StepsView.tsx', 'pricing/renderer/steps/WhatIf.tsx'],
  ...['reports/renderer/dashboards/PanelRecords.tsx', 'reports/renderer/dashboards/usePanelData.ts'],
  ...['reports/renderer/reports/EmbeddedReport.tsx', 'reports/renderer/reports/ReportFilters.tsx'],
  ...['reports/renderer/reports/builder/ReportPreview.tsx', 'reports/renderer/reports/useReport.ts'],
  ...['reports/renderer/widgets/DefinitionFileWidget.tsx', 'reports/renderer/widgets/RecipientsWidget.tsx'],
  'reports/renderer/widgets/ReportChoiceWidget.tsx',
]
  .map((file) => `extensions/${file}`)
  .concat(
    ...['configure/entities/FromSchema.tsx', 'configure/prints/usePreview.ts', 'form/AlikeRecords.tsx'].map(
      of,
    ),
    ...['form/checkRemote.ts', 'form/createCheckRule.ts', 'form/createRenderHtml.ts'].map(of),
    ...['grid/useBulk.ts', 'pages/activity/RestoreDialog.tsx', 'pages/mail/MailPreview.tsx'].map(of),
    ...['pages/preview/usePreview.ts', 'publicForm/loadForm.ts', 'shell/LinkForm.tsx'].map(of),
  );

/** Before there is a session, for which alone the server keeps keys. */
const signsIn = ['CompanySignIn', 'ForgottenForm', 'SignInForm'].map((name) => of(`shell/${name}.tsx`));

function of(file: string): string {
  return `renderer/${file}`;
}

const saying = (word: string): readonly string[] =>
  renderer
    .filter(({ file, text }) => !file.startsWith('renderer/data/') || /\bapi\s*\.\s*send\b/.test(text))
    .filter(({ text }) => new RegExp(`intent:[^,;\\n]*'${word}'`).test(text))
    .map(({ file }) => file);

it('calls that create name the intent they belong to; others are listed with a reason', () => {
  expect(saying('same-content')).toEqual(Object.keys(sameContent).sort());
});

it('calls by POST without a key only read, or come before a session', () => {
  expect(saying('reads')).toEqual([...reads].sort());
  expect(saying('signs-in')).toEqual([...signsIn].sort());
});

it('every call goes through the client', () => {
  const around = renderer.filter(({ text }) => /\bsendBeacon\b|\bXMLHttpRequest\b|[^.\w]fetch\(/.test(text));
  expect(around.map(({ file }) => file)).toEqual([
    // Shows progress for the client.
    'renderer/data/fetchWithProgress.ts',
    // Its parameter has this name.
    'renderer/data/fetched.tsx',
    // Reads the guide, a static file.
    'renderer/shell/help/HelpDialog.tsx',
  ]);
});
