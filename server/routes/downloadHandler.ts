import type { DataRecord, RouteModel, SheetModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { longAnswer } from '../http/longAnswer.ts';
import { operationCall } from '../http/operationCall.ts';
import { may, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall, RuntimeOfAll } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';
import { partialWarnings, partlyListed } from '../operations/partlySeen.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import { partialName } from '../sheets/notedTable.ts';
import { readableSheet } from '../sheets/readableSheet.ts';
import { recordColumn } from '../sheets/recordColumns.ts';
import { recordRows } from '../sheets/recordRows.ts';
import { sheetResponse } from '../sheets/sheetResponse.ts';
import { boundConditions } from './boundRecord.ts';
import { sayingOf } from './exportList.ts';
import { boundFields, type Served } from './Handler.ts';

/** `POST /products/{ProductId}/limitsofliability/download`: a file that the upload accepts again. */
export function downloadHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const whole = route.sheet as SheetModel;
  const handle = async (call: ApiCall, body: Static<typeof nameBody>) => {
    const sheet = readableSheet(whole, plan.entity, call.session?.features);
    const operation = operationCall(call);
    const within = boundFields(route, call);
    await refuseUnknownOwner({ call: operation, session: call.runtime.store }, plan, within);
    const name = await fileName(operation, { sheet, within, entity: route.entity, body });
    const saying = await sayingOf(call);
    const columns = sheet.columns.flatMap(
      (name) => recordColumn(plan.entity, pathOf(sheet, plan, name), saying) ?? [],
    );
    const query = { entity: route.entity, filter: boundConditions(route, call), sort: route.sort };
    const partly = partlyListed(operation, { ...query, bound: Object.keys(within) });
    const warnings = partialWarnings(operation, partly);
    const rows = recordRows(operation, plan, query, columns);
    // It is filled in and sent back: the note stands in its name, and none among its rows.
    const table = { name: partialName(name, warnings, saying), sheet: name, columns, rows, fixed: 1 };
    return sheetResponse(table, 'xlsx', { hold: (write) => longAnswer(call, write), warnings });
  };
  if (route.method === 'GET') return { handle: (call) => handle(call, {}) };
  return taking(nameBody, handle, { isOptional: true });
}

/** The optional file name. */
const nameBody = sent({ Code: may(text) });

/** A reference is shown by the column that the sheet declares for it. */
function pathOf({ names }: SheetModel, { entity }: EntityPlan, name: string): string {
  const as = entity.fieldByPath.get(name)?.expand?.as;
  return names[name] && as ? `${as}.${names[name]}` : name;
}

type Naming = {
  readonly sheet: SheetModel;
  readonly within: DataRecord;
  readonly entity: string;
  readonly body: Static<typeof nameBody>;
};

async function fileName(call: OperationCall, { sheet, within, entity, body }: Naming): Promise<string> {
  const owner = await ownerOf(call, call.runtime.store, call.runtime.planOf(entity), within);
  const { user, today, now } = call;
  const name = sheet.name.evaluate({ root: within, vars: { body, owner, user, today, now } });
  return String(name ?? entity);
}
