// Custom code: previews an unsaved definition with real records.
import type { DataRecord } from '#engine';
import { defineAction, refuseWrongTypes } from '#server/extension';
import { dataNamed } from './boundData.ts';
import { checkDefinition } from './definitions.ts';
import { runOf } from './prepareRun.ts';
import { rowsOf } from './reportRecords.ts';
import { viewPage } from './runReport.ts';
import { definitionBody, viewed } from './shapes.ts';

/** `POST /report/preview`: the first page of an unsaved definition, with its author's rights. */
export const previewReport = defineAction({
  body: definitionBody,
  answer: viewed,
  run: async (call, { plan, input, zone }) => {
    refuseWrongTypes(call, plan.entity, input);
    checkDefinition(call, input);
    const withIds = (rows: unknown, prefix: string): readonly DataRecord[] =>
      rowsOf(rows).map((row, at) => ({ ...row, Id: row.Id ?? `${prefix}${at}` }));
    const report = {
      ...input,
      DefinitionFileId: null,
      Parameters: withIds(input.Parameters, 'p'),
      ReportColumns: withIds(input.ReportColumns, 'c'),
    };
    const configuration = { ReportConfigurationName: input.Name ?? '' };
    const records = { report, configuration, data: undefined, ...dataNamed(call, input.DataSet) };
    const running = await runOf({ call, session: call.runtime.store }, records, { chosen: {}, zone });
    return viewPage(call, running, 1);
  },
});
