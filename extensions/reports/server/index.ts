/** Reports, their definitions and deliveries, and dashboards. */

import { defineExtension } from '#server/extension';
import { readConfiguration } from './configuration.ts';
import { homeDashboard, readDashboard, readPanel, readPanelRecords } from './dashboards/dashboard.ts';
import { fileDashboard } from './dashboards/dashboardFile.ts';
import { readDefinition, saveDefinition } from './definitions.ts';
import { deliverReports } from './deliverReports.ts';
import { settleLetters } from './deliveryLetters.ts';
import { createFlavour, markFavourite, saveFlavour, shareFlavour } from './flavours.ts';
import { listReportValues } from './listValues.ts';
import { opens } from './opens.ts';
import { listPeople } from './people.ts';
import { previewReport } from './previewReport.ts';
import { listQueries, queryData } from './queryData.ts';
import { reportWork } from './reportWork.ts';
import { createSchedule, nextRuns, saveSchedule } from './schedules.ts';
import { checkRecipients } from './sending/checkRecipients.ts';
import { createSubscription, saveSubscription } from './subscriptions.ts';
import { dapStatement, fileReport, rewardsStatement, viewReport } from './viewReport.ts';
import { type WorkbookTasks, workbooksInProcess } from './workbookTasks.ts';

export { brandPicture, mediaOf } from './pdf/brandPicture.ts';
export { embedFonts, type FontFiles, type PdfFonts } from './pdf/PdfFonts.ts';
export type { PdfInk } from './pdf/PdfInk.ts';
export { PdfPages } from './pdf/PdfPages.ts';
export { type PdfElement, PdfTags } from './pdf/PdfTags.ts';
export { wrapText } from './pdf/wrapText.ts';

declare module '#server/extension' {
  interface ExtensionPorts {
    /** Writes workbooks with outlines, in a worker thread where available. */
    readonly workbooks: WorkbookTasks;
  }
}

export default defineExtension({
  id: 'reports',
  actions: {
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
    'reports.create-subscription': createSubscription,
    'reports.save-subscription': saveSubscription,
    'reports.next-runs': nextRuns,
    'reports.recipients': checkRecipients,
    'reports.dashboard': readDashboard,
    'reports.dashboard-file': fileDashboard,
    'reports.home': homeDashboard,
    'reports.panel': readPanel,
    'reports.panel-records': readPanelRecords,
    'reports.preview': previewReport,
    'reports.queries': listQueries,
    'reports.query': queryData,
  },
  opens,
  ports: () => ({ workbooks: workbooksInProcess }),
  work: [reportWork],
  dueWork: [
    { name: 'reports', needs: ['report-subscription'], run: deliverReports },
    {
      name: 'report letters',
      needs: ['letter', 'report-delivery'],
      lane: 'mail',
      after: 'sent',
      run: settleLetters,
    },
  ],
});
