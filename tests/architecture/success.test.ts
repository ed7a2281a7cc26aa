/**
 * Success is shown only if all of it was done: declared texts pass through `data/outcome.ts`, and each
 * built-in notice is listed here with its failed and partial variants.
 */
import { expect, it } from 'vitest';
import { readSources } from './sources.ts';

const renderer = readSources().filter(
  ({ file, isTest }) =>
    !isTest &&
    file !== 'renderer/data/dialogs.tsx' &&
    /^(renderer|extensions\/\w+\/renderer)\/.*\.tsx?$/.test(file),
);

type Told = { readonly failing: string; readonly partial: string };

const thrown = 'what the call throws is shown where it was made';
const whole = 'one transaction: none';

/** By file: the number of success notices. */
const own: Readonly<Record<string, Told & { readonly notices: number }>> = {
  'renderer/data/outcome.ts': {
    notices: 2,
    failing: 'an error with its sentences',
    partial: 'ui.partly, or the remarks beside it',
  },
  'renderer/grid/useBulk.ts': {
    notices: 1,
    failing: 'ApiError in the window',
    partial: 'tellJob: ui.partly with each count',
  },
  'renderer/pages/home/SampleData.tsx': {
    notices: 1,
    failing: 'the sentence of the refusal',
    partial: whole,
  },
  'renderer/grid/GridSavedViews.tsx': { notices: 2, failing: thrown, partial: whole },
  'renderer/configure/useKeep.ts': {
    notices: 1,
    failing: thrown,
    partial: 'configure.draft.kept-wrong as an error',
  },
  'renderer/configure/releases/RebasePage.tsx': {
    notices: 1,
    failing: thrown,
    partial: 'conflicts are asked one by one first',
  },
  'renderer/configure/releases/ReleasesPage.tsx': { notices: 1, failing: thrown, partial: whole },
  'renderer/configure/automations/RunsCard.tsx': { notices: 1, failing: 'an error notice', partial: whole },
  'renderer/parts/CopyAddress.tsx': {
    notices: 1,
    failing: 'an error notice',
    partial: 'no call is made',
  },
  'renderer/pages/work/useWorkList.ts': { notices: 1, failing: 'an error notice', partial: whole },
  'renderer/configure/upgrade/UpgradePage.tsx': { notices: 1, failing: thrown, partial: whole },
  'renderer/configure/entities/NewEntityPage.tsx': {
    notices: 1,
    failing: thrown,
    partial: 'findings are in the bar of the draft',
  },
  'renderer/configure/entities/CopyEntity.tsx': { notices: 1, failing: thrown, partial: whole },
  'renderer/configure/entities/RetireEntity.tsx': { notices: 2, failing: 'an error notice', partial: whole },
  'renderer/configure/entities/TakeOutEntity.tsx': { notices: 1, failing: thrown, partial: whole },
  'renderer/configure/draft/PublishDialog.tsx': {
    notices: 1,
    failing: 'the reason in the window',
    partial: whole,
  },
  'renderer/configure/draft/DraftBar.tsx': { notices: 1, failing: 'an error notice', partial: whole },
  'renderer/pages/account/AccountPage.tsx': { notices: 2, failing: thrown, partial: whole },
  'renderer/pages/account/Passkeys.tsx': {
    notices: 2,
    failing: 'the reason in the form, or an error notice',
    partial: whole,
  },
  'renderer/pages/account/CompanyLinks.tsx': { notices: 1, failing: 'an error notice', partial: whole },
  'renderer/pages/account/SecondFactor.tsx': { notices: 1, failing: thrown, partial: whole },
  'renderer/parts/usePasteBlock.ts': {
    notices: 1,
    failing: 'no call is made',
    partial: 'what was left out is named, as information',
  },
  'renderer/pages/activity/ActivityBar.tsx': { notices: 3, failing: 'an error notice', partial: whole },
  'renderer/pages/FormLinks.tsx': { notices: 1, failing: 'the reason in the window', partial: whole },
  'renderer/pages/activity/Comments.tsx': {
    notices: 1,
    failing: 'the reason at the comment',
    partial: whole,
  },
  'renderer/pages/activity/RestoreDialog.tsx': {
    notices: 1,
    failing: 'the reason in the window',
    partial: 'what stays as it is, and why, is listed in the window first',
  },
  'renderer/pages/texts/TextsView.tsx': {
    notices: 1,
    failing: 'at the texts, or in a window',
    partial: 'all or none are saved',
  },
  'extensions/pricing/renderer/steps/StepsView.tsx': { notices: 1, failing: thrown, partial: whole },
  'extensions/reports/renderer/building/useSaveBuilt.ts': { notices: 1, failing: thrown, partial: whole },
  'extensions/reports/renderer/reports/ReportView.tsx': { notices: 1, failing: thrown, partial: whole },
  'extensions/reports/renderer/reports/ReportSharing.tsx': { notices: 1, failing: thrown, partial: whole },
};

it('every success notice has a failed and a partial variant, shown as such', () => {
  const found = renderer.flatMap(({ file, text }) => {
    const notices = [...text.matchAll(/\.show\((?:[^;]|\n)*?'success'/g)].length;
    return notices > 0 ? [[file, notices] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(own).map(([file, { notices }]) => [file, notices])),
  );
});

it('declared success texts are shown only through outcome.ts', () => {
  const users = renderer.filter(({ text }) =>
    /\b(?:jobs|save)\.success\b|\{[^}]*\bsuccess,[^}]*\}: ActionModel/.test(text),
  );
  expect(users.length).toBe(3);
  for (const { file, text } of users) expect([file, /tell(?:Answer|Job)\(/.test(text)]).toEqual([file, true]);
});
