/** `/render/{entity}/{id}`: cleans and renders an unsaved template. */
import { type EntityModel, type FieldModel, formatMessage } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { may, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { authorize } from '../operations/authorize.ts';
import { cleanText } from '../operations/cleanHtml.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { fillView, loadView } from '../operations/renderView.ts';

/** Body `{ Field, Html, Language? }`; answers `{ Html }`, or 422 with the findings of a save. */
export function renderEndpoint(): Endpoint {
  return {
    method: 'POST',
    path: '/render/{entity}/{id}',
    ids: ['id'],
    access: { kind: 'login' },
    opens: (call) => void entityOf(call),
    ...taking(renderBody, answer),
  };
}

const renderBody = sent({ Field: text, Html: may(text), Language: may(text) });

function entityOf(call: ApiCall): EntityModel {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity) throw refusals.noSuchPath({ params: { path: call.path } });
  authorize(entity.policy.view, call.session?.features);
  return entity;
}

async function answer(call: ApiCall, body: Static<typeof renderBody>): Promise<Response> {
  const entity = entityOf(call);
  const { Field: name } = body;
  const field = entity.fieldByPath.get(name);
  if (field?.kind !== 'html') throw refusals.unknownFields({ params: { names: name || 'Field' } });
  const asked = operationCall(call);
  const locale = body.Language === 'fr-CA' || body.Language === 'en-CA' ? body.Language : asked.locale;
  const plan = call.runtime.planOf(entity.id);
  const html = await cleaned(asked, { plan, field, text: body.Html ?? '' });
  if (!field.template) return json({ Html: html });
  const filling = { ...asked, locale };
  const view = await loadView(filling, plan, call.params.id ?? '');
  return json({ Html: await fillView(filling, plan, { html, view }) });
}

type Writing = { readonly plan: EntityPlan; readonly field: FieldModel; readonly text: string };

async function cleaned(call: OperationCall, { plan, field, text }: Writing): Promise<string> {
  const { runtime, locale } = call;
  const limit = field.limits.maxLength ?? 0;
  const label = formatMessage(runtime.model, locale, field.label);
  if (text.length > limit) throw refusals.tooLarge({ params: { limit, label } });
  const { html, issues } = await call.budget.run(cleanText(runtime, plan, field, text));
  const path = `/${field.path.replaceAll('.', '/')}`;
  if (issues.length > 0)
    throw refusals.invalid({ entity: plan.entity.id, issues: issues.map((issue) => ({ ...issue, path })) });
  return html;
}
