import type { RouteModel, SheetModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { authorize } from '../operations/authorize.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import { readableSheet } from '../sheets/readableSheet.ts';
import { readForm } from '../sheets/readForm.ts';
import { uploadSheet } from '../sheets/uploadSheet.ts';
import { sayingOf } from './exportList.ts';
import { boundFields, type Handler } from './Handler.ts';

/** `POST /products/{ProductId}/limitsofliability/upload`: a form with the file, and its name as JSON. */
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
    const { bytes } = await readForm(call.request, { limit: runtime.model.settings.fileLimitBytes, locale });
    const { zone } = sayingOf(call);
    return json(await uploadSheet(operation, { plan, sheet, within, bytes, zone }), route.status);
  };
}
