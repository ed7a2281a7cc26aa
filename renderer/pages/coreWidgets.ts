import { blockWidget, type Extension, pageWidget } from '../extension/defineExtension.ts';

/** The renderer's widgets for blocks and screens; field widgets are in `widgets/registry.ts`. */
export const coreWidgets = {
  blocks: [
    blockWidget('activity', async () => (await import('./activity/ActivityView.tsx')).ActivityView),
    blockWidget('changes', async () => (await import('./history/ChangesView.tsx')).ChangesView),
    blockWidget('first-steps', async () => (await import('./home/FirstSteps.tsx')).FirstSteps),
    blockWidget('mail-preview', async () => (await import('./mail/MailPreview.tsx')).MailPreview),
    blockWidget('own-work', async () => (await import('./home/OwnWork.tsx')).OwnWork),
    blockWidget('passkey-switch', async () => (await import('./account/PasskeySwitch.tsx')).PasskeySwitch),
    blockWidget('preview', async () => (await import('./preview/PreviewView.tsx')).PreviewView),
    blockWidget('programs', async () => (await import('./programs/ProgramsView.tsx')).ProgramsView),
    blockWidget('tour', async () => (await import('./home/TourOffer.tsx')).TourOffer),
    blockWidget('texts', async () => (await import('./texts/TextsView.tsx')).TextsView),
  ],
  pages: [
    pageWidget('account', async () => (await import('./account/AccountPage.tsx')).AccountPage),
    pageWidget('approvals', async () => (await import('../approvals/ApprovalsPage.tsx')).ApprovalsPage),
    pageWidget('configure', async () => (await import('../configure/ConfigurePages.tsx')).ConfigurePages),
    pageWidget('history', async () => (await import('./history/HistoryPage.tsx')).HistoryPage),
    pageWidget('work', async () => (await import('./work/WorkPage.tsx')).WorkPage),
  ],
} satisfies Pick<Extension, 'blocks' | 'pages'>;
