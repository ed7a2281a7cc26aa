/** The extensions that the application in this repository uses, as its build would load them. */
import documents from '#extensions/documents/server';
import insurance from '#extensions/insurance/server';
import pricing from '#extensions/pricing/server';
import print from '#extensions/print/server';
import profiles from '#extensions/profiles/server';
import reports from '#extensions/reports/server';
import { compileExtensions } from '#server/app';

export const used = [reports, pricing, documents, profiles, insurance, print];

export const extensions = compileExtensions(used);
