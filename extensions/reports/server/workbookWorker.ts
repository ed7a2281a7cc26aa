/** The worker thread for workbooks; `createWorkbookThread` sends it one at a time. */
import { writeWorkbook } from '#engine';
import { serveTasks } from '#server/node';
import { joinWorkbookParts, type WorkbookPart } from './workbookTasks.ts';

serveTasks({ write: (parts) => writeWorkbook(joinWorkbookParts(parts as readonly WorkbookPart[])) });
