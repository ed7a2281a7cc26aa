// In code, because the texts of a template are checked against the entity that it is about.
import {
  checkMailText,
  type DataRecord,
  type EntityModel,
  formatMessage,
  type Issue,
  normaliseInput,
  parseExpression,
  templateUses,
} from '#engine';
import { templateEntity, textsOfTemplate } from '../../automations/mailTemplates.ts';
import { letterIn } from '../../automations/renderTexts.ts';
import { refusals } from '../../errors/Refusal.ts';
import { sanitiseHtml } from '../../html/sanitiseHtml.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { anId, may, oneOf, sent } from '../../http/sent.ts';
import { framedPreview, languageOf } from '../../mail/letters.ts';
import { letterToSelf, selfWithAddress } from '../../mail/letterToSelf.ts';
import { authorize, isAllowed } from '../../operations/authorize.ts';
import { createWithin } from '../../operations/createRecord.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { accessAlong } from '../../operations/guardedPaths.ts';
import { hiddenRead } from '../../operations/hiddenReads.ts';
import { loadAnswer, loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type OperationCall } from '../../operations/OperationCall.ts';
import { removeWithin } from '../../operations/removeRecord.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { defineAction } from '../Action.ts';
import { record } from '../recordBody.ts';

/** `POST /mailtemplate`. */
export const createTemplate = defineAction({
  body: record('create'),
  answer: answers.ref(templateEntity),
  run: (call, { plan, input }) =>
    inTransaction(call, async (scope) => {
      const fields = fieldsOf(plan, input);
      return createWithin(scope, plan, { ...fields, ...checked(call, plan, fields) });
    }),
});

/** `PUT /mailtemplate/{id}`: letters written from now on say what it says now. */
export const updateTemplate = defineAction({
  body: record('update'),
  answer: answers.ref(templateEntity),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      const fields = fieldsOf(plan, input);
      const clean = checked(call, plan, { ...before, ...fields }, before);
      return updateWithin(scope, plan, { id, input: { ...fields, ...clean }, revision });
    }),
});

/** `DELETE /mailtemplate/{id}`: refused, naming them, while automations use it. */
export const removeTemplate = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id }),
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      const { Code } = await loadRecord(scope, plan, id);
      const names = usersOf(call, String(Code));
      if (names.length > 0) throw refusals.inUse({ params: { names } });
      await removeWithin(scope, plan, id);
      return { Id: id };
    }),
});

const onRecord = { RecordId: anId, Language: may(oneOf('en-CA', 'fr-CA')) };
const letterAnswer = answers.all({ Subject: answers.text, Text: answers.text, Html: answers.text });

/** `POST /mailtemplate/{id}/preview`: the letter about a record, as the caller may see it, in the brand's frame. */
export const previewTemplate = defineAction({
  body: sent(onRecord),
  answer: letterAnswer,
  run: async (call, { params: { id = '' }, plan, input }) => {
    const language = input.Language ?? call.locale;
    const { subject, text, html } = await letterAbout(call, plan, {
      ...{ id, recordId: input.RecordId, locale: language },
    });
    return { Subject: subject, Text: text, Html: await framedPreview(call, { subject, html, language }) };
  },
});

/** `POST /mailtemplate/{id}/test`: to the caller's own address, in their language unless another is named. */
export const testTemplate = defineAction({
  body: sent(onRecord),
  answer: answers.all({ To: answers.text }),
  run: async (call, { params: { id = '' }, plan, input }) => {
    if (!call.runtime.ports.mail) throw refusals.noMailServer();
    const person = await selfWithAddress(call);
    const language = input.Language ?? (await languageOf(call.runtime.store, person));
    const letter = await letterAbout(call, plan, { id, recordId: input.RecordId, locale: language });
    await letterToSelf(call, call.runtime.store, person, { ...letter, language });
    return { To: String(person.Email) };
  },
});

type About = { readonly id: string; readonly recordId: string; readonly locale: OperationCall['locale'] };

async function letterAbout(call: OperationCall, templates: EntityPlan, { id, recordId, locale }: About) {
  const from = { call, session: call.runtime.store };
  const template = await loadAnswer(from, templates, id);
  const entity = call.runtime.model.entities.get(String(template.Entity));
  if (!entity)
    throw refusals.invalid({
      ...{ issues: [unknownEntity(template)], entity: templateEntity },
    });
  authorize(entity.policy.view, call.features);
  const plan = call.runtime.planOf(entity.id);
  const seen = await loadAnswer(from, plan, recordId);
  const view = { call: { ...call, locale }, plan, record: seen };
  return letterIn(view, [locale], textsOfTemplate(template));
}

function fieldsOf({ entity }: EntityPlan, input: DataRecord): DataRecord {
  const { record: fields, unknown } = normaliseInput(entity, input);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown } });
  return fields;
}

const textFields = ['SubjectEnglish', 'SubjectFrench', 'TextEnglish', 'TextFrench'] as const;
const htmlFields = ['HtmlEnglish', 'HtmlFrench'] as const;

const textIn = (template: DataRecord, field: string): string =>
  typeof template[field] === 'string' ? template[field] : '';

/** Refuses a template that cannot be filled in; answers its HTML, cleaned. */
function checked(
  call: OperationCall,
  plan: EntityPlan,
  template: DataRecord,
  before?: DataRecord,
): DataRecord {
  const entity = call.runtime.model.entities.get(String(template.Entity ?? ''));
  const isSeen = entity && isAllowed(entity.policy.view, call.features);
  const clean = Object.fromEntries(
    htmlFields
      .filter((field) => textIn(template, field) !== '' && template[field] !== before?.[field])
      .map((field) => [field, sanitiseHtml(textIn(template, field), true)] as const),
  );
  const cleaned = { ...template, ...htmlOf(clean) };
  const issues = [
    ...(isSeen || !template.Entity ? [] : [unknownEntity(template)]),
    ...usedElsewhere(call, template),
    ...onlyOneHtml(template),
    ...Object.entries(clean).flatMap(([field, { problems }]) =>
      problems.map(({ message, params }) => issue(field, message, params)),
    ),
    ...(isSeen
      ? [...textFields, ...htmlFields].flatMap((field) =>
          textIssues(call, entity, { field, text: textIn(cleaned, field), isNew: isNew(field) }),
        )
      : []),
  ];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
  return htmlOf(clean);

  function isNew(field: string): boolean {
    return template[field] !== before?.[field] || template.Entity !== before?.Entity;
  }
}

const htmlOf = (clean: Readonly<Record<string, { readonly html: string }>>): DataRecord =>
  Object.fromEntries(Object.entries(clean).map(([field, { html }]) => [field, html]));

type Text = { readonly field: string; readonly text: string; readonly isNew: boolean };

/** More in one text are not reported. */
const most = 5;

function textIssues(
  { runtime: { model }, features }: OperationCall,
  entity: EntityModel,
  { field, text, isNew }: Text,
): readonly Issue[] {
  const { problems, fields, whole } = checkMailText(model, parseExpression, { entity: entity.id, text });
  const found = problems
    .slice(0, most)
    .map(({ message, params, line, column }) => issue(field, message, { ...params, line, column }));
  // Letters to addresses show what the automation may read: nobody adds a field that is closed to them.
  if (!isNew) return found;
  const reads = whole.map((from) => ({ from, path: [] }));
  const closed =
    fields.find(([of, path]) =>
      accessAlong(model, of, path).some((access) => !isAllowed(access, features)),
    )?.[1] ?? hiddenRead({ model, features }, entity, [{ reads }]);
  return closed === undefined
    ? found
    : [...found, issue(field, 'mail-template.field.closed', { name: closed })];
}

/** Mail programs show it in place of the text, so readers of one language must not miss it. */
function onlyOneHtml(template: DataRecord): readonly Issue[] {
  const empty = htmlFields.filter((field) => textIn(template, field).trim() === '');
  return empty.length === 1 ? empty.map((field) => issue(field, 'mail-template.html.both')) : [];
}

function usedElsewhere(call: OperationCall, { Code, Entity }: DataRecord): readonly Issue[] {
  const names = usersOf(call, String(Code), String(Entity));
  return names.length > 0 ? [issue('Entity', 'mail-template.entity.used', { names: names.join(', ') })] : [];
}

/** The automations in force that use a template, but for those about this entity. */
function usersOf({ runtime: { model }, locale }: OperationCall, code: string, but?: string): string[] {
  const uses = templateUses(model).filter(({ template, entity }) => template === code && entity !== but);
  const names = uses.map(({ automation: { title, entity } }) => {
    const of = model.entities.get(entity)?.title;
    return of ? `${title[locale]} (${formatMessage(model, locale, of)})` : title[locale];
  });
  return [...new Set(names)];
}

const unknownEntity = ({ Entity }: DataRecord): Issue =>
  issue('Entity', 'mail-template.entity.unknown', { entity: Entity });

const issue = (field: string, message: string, params: DataRecord = {}): Issue => ({
  ...{ rule: message, path: `/${field}`, level: 'error', message, params },
});
