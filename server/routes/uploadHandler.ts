import type { RouteModel, SheetModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { authorize } from '../operations/authorize.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import { readableSheet } from '../sheets/readableSheet.ts';
import { readForm } from '../sheets/readForm.ts';
import { uploadSheet } from '../sheets/uploadSheet.ts';
import { zoneOf } from './exportList.ts';
import { boundFields, type Handler } from './Handler.ts';

/** `POST /products/{ProductId}/limitsofliability/upload`: a form with the file, and its name as JSON, which the answer repeats. */
export function uploadHandler(route: RouteModel, runtime: Runtime): Handler {
  const plan = runtime.planOf(route.entity);
  const whole = route.sheet as SheetModel;
  return async (call) => {
    const sheet = readableSheet(whole, plan.entity, call.session?.features);
    // It changes as well as it makes: both must be allowed.
    authorize(plan.entity.policy.update, call.session?.features);
    const operation = operationCall(call);
    const within = boundFields(route, call);
    await refuseUnknownOwner({ call: operation, session: runtime.store }, plan, within);
    const { locale } = call;
    const limit = runtime.model.settings.fileLimitBytes;
    const { bytes, name } = await readForm(call.request, { limit, locale });
    const zone = zoneOf(call);
    const done = await uploadSheet(operation, { plan, sheet, within, bytes, zone });
    return json({ FileName: name, ...done }, route.status);
  };
}
