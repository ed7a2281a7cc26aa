/** Actions on a screen: links and calls, with their questions and confirmations. */
import type { Action } from '../declaration/types.generated.ts';
import type { ExpressionType } from '../expression/checkTree.ts';
import type { Compiled } from '../expression/types.ts';
import type { ActionModel, AlertModel, AskField, AskModel, ConfirmModel } from '../types/modelTypes.ts';
import { buttonAction } from './compileButtonAction.ts';
import {
  callAccess,
  condition,
  expression,
  messageKey,
  params,
  type ScreenContext,
  screenText,
} from './compileScreenParts.ts';
import { stepAction } from './compileStepAction.ts';

/** Compiles a link or a call. */
export function compileAction(
  given: Action,
  context: ScreenContext,
  path: string,
  row?: string,
): ActionModel {
  const step = stepOf(given, context, path, row);
  const declared = step?.declared ?? given;
  const [method, route] = declared.call?.split(' ') ?? [];
  reportAction(declared, given.kind === 'transition' || given.kind === 'button', context, path);
  const asked = withAnswers(declared, context);
  return {
    id: declared.id,
    label: messageKey(step?.label ?? declared.label ?? '', context, `${path}/label`),
    kind: declared.kind === 'link' ? 'link' : 'call',
    to: declared.to,
    returns: declared.returns === true,
    method: method as ActionModel['method'],
    route,
    before: compileBefore(declared, asked, path, row),
    body:
      declared.body === undefined
        ? undefined
        : expression(declared.body, declared.before ? withBefore(asked) : asked, `${path}/body`, row),
    file: declared.file,
    upload: declared.upload,
    refused: messageKey(declared.refused, context, `${path}/refused`),
    place: { file: context.file, pointer: path },
    access:
      step && declared.access === undefined
        ? step.access
        : callAccess(declared.access, declared.call ?? '', context, path),
    visible: both(step?.shown, condition(declared.visible, context, `${path}/visible`, row)),
    enabled: step?.enabled ?? condition(declared.enabled, context, `${path}/enabled`, row),
    asked: step?.asks?.rule,
    ...(given.automation !== undefined && { automation: given.automation }),
    ...(step?.step && { step: step.step }),
    ...(step?.waits && { waits: step.waits }),
    ask: declared.ask && compileAsk(declared.ask, { context, asked }, `${path}/ask`, row),
    confirm: [declared.confirm ?? []]
      .flat()
      .map((confirm, index) => compileConfirm(confirm, asked, `${path}/confirm/${index}`, row)),
    alerts: [declared.alert ?? []]
      .flat()
      .map((one) => compileAlert(one, withAnswer(asked), `${path}/alert`, row)),
    success: messageKey(declared.success, context, `${path}/success`),
    failureStays: declared.failed === 'stay',
    failure: messageKey(declared.failure, context, `${path}/failure`),
    then: declared.then,
    tone: declared.tone ?? 'neutral',
    icon: declared.icon,
    menu: declared.menu === true,
  };
}

function stepOf(given: Action, context: ScreenContext, path: string, row?: string) {
  if (given.kind === 'button') return buttonAction(given, context, path, row);
  return given.kind === 'transition' ? stepAction(given, context, path, row) : undefined;
}

/** Both conditions, if there are two. */
function both(one: Compiled | undefined, other: Compiled | undefined): Compiled | undefined {
  if (!one || !other) return one ?? other;
  return {
    ...other,
    evaluate: (scope) => one.evaluate(scope) === true && other.evaluate(scope) === true,
    reads: [...one.reads, ...other.reads],
  };
}

/** Reports missing parts of an action. */
function reportAction(
  { id, kind, label, call, to }: Action,
  isStep: boolean,
  { compiler, file }: ScreenContext,
  path: string,
): void {
  const report = (message: string) => compiler.error({ file, path }, message);
  if (!label && !isStep) report(`Action ${id} has no "label": nobody can tell what its button does.`);
  if (kind === 'call' && !call?.includes(' '))
    report(`Action ${id} is a call but has no "call", such as "DELETE /order/line/{Id}".`);
  if (kind === 'link' && !to) report(`Action ${id} is a link but has no "to".`);
}

type DeclaredAsk = NonNullable<Action['ask']>;
type DeclaredConfirm = Exclude<NonNullable<Action['confirm']>, readonly unknown[]>;

/** Expressions that run after the questions read the answers from `$ask`. */
function withAnswers(declared: Action, context: ScreenContext): ScreenContext {
  if (!declared.ask) return context;
  const answers = declared.ask.fields.map(({ name, kind }) => [name, () => answerTypes[kind]] as const);
  const ask: ExpressionType = { kind: 'object', fields: Object.fromEntries(answers) };
  return {
    ...context,
    scope: (row) => {
      const scope = context.scope(row);
      return { ...scope, vars: { ...scope.vars, ask } };
    },
  };
}

/** Messages after the call read its answer. */
export const withAnswer = (context: ScreenContext): ScreenContext => withVariable(context, 'answer');

/** The body of a call reads the answer of the call before it. */
const withBefore = (context: ScreenContext): ScreenContext => withVariable(context, 'earlier');

function withVariable(context: ScreenContext, name: 'answer' | 'earlier'): ScreenContext {
  return {
    ...context,
    scope: (row) => {
      const scope = context.scope(row);
      return { ...scope, vars: { ...scope.vars, [name]: { kind: 'any' } } };
    },
  };
}

/** The preceding call. */
function compileBefore(
  { before }: Action,
  asked: ScreenContext,
  path: string,
  row?: string,
): ActionModel['before'] {
  if (!before) return undefined;
  const [method, route = ''] = before.call.split(' ');
  return {
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    route,
    body: before.body === undefined ? undefined : expression(before.body, asked, `${path}/before/body`, row),
  };
}

const answerTypes = {
  text: { kind: 'text' },
  secret: { kind: 'text' },
  multiline: { kind: 'text' },
  integer: { kind: 'number' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  boolean: { kind: 'boolean' },
  // The id of a lookup item or of a record.
  choice: { kind: 'any' },
  reference: { kind: 'text' },
  records: { kind: 'list', of: () => ({ kind: 'text' }) },
} as const satisfies Record<AskField['kind'], ExpressionType>;

type AskContext = { readonly context: ScreenContext; readonly asked: ScreenContext };

function compileAsk(
  declared: DeclaredAsk,
  { context, asked }: AskContext,
  path: string,
  row?: string,
): AskModel {
  return {
    title: messageKey(declared.title, context, `${path}/title`),
    text: declared.text === undefined ? undefined : screenText(declared.text, context, `${path}/text`, row),
    inline: declared.inline === true,
    fields: declared.fields.map((field, index) => {
      const at = `${path}/fields/${index}`;
      reportField(field, context, at);
      reportAsked(field, declared.fields, context, at);
      return {
        ...field,
        label: messageKey(field.label, context, `${at}/label`),
        help: messageKey(field.help, context, `${at}/help`),
        message: messageKey(field.message, context, `${at}/message`),
        required: field.required === true,
        initial:
          field.initial === undefined ? undefined : expression(field.initial, context, `${at}/initial`, row),
        taken: field.taken === undefined ? undefined : expression(field.taken, context, `${at}/taken`, row),
        check: condition(field.check, asked, `${at}/check`, row),
      };
    }),
  };
}

/** `/agreementDocument/{ask.Type}/agreementNames`: these choices depend on another answer. */
function reportAsked(
  { name, optionsFrom = '' }: DeclaredAsk['fields'][number],
  fields: DeclaredAsk['fields'],
  { compiler, file }: ScreenContext,
  path: string,
): void {
  for (const asked of askedIn(optionsFrom))
    if (!fields.some((field) => field.name === asked && field.name !== name))
      compiler.error({ file, path }, `${name} is picked by the answer ${asked}, which nobody is asked for.`);
}

/** Names of the answers in a path of choices. */
export function askedIn(optionsFrom: string): readonly string[] {
  return [...optionsFrom.matchAll(/\{ask\.(\w+)\}/g)].map((match) => match[1] as string);
}

function reportField(field: DeclaredAsk['fields'][number], context: ScreenContext, path: string): void {
  const { compiler, file, types } = context;
  if (field.lookup && !types.lookups.has(field.lookup))
    compiler.error(
      { file, path },
      `There is no lookup ${field.lookup}. Add schemas/lookups/${field.lookup}.json.`,
    );
  const picks = field.kind === 'choice' || field.kind === 'reference';
  if (picks && !field.lookup && !field.optionsFrom)
    compiler.error({ file, path }, `${field.name} is picked from nothing. Name a "lookup" or "optionsFrom".`);
  if ((field.kind === 'records') !== (field.list !== undefined))
    compiler.error(
      { file, path },
      `${field.name} needs kind "records" with a "list" to choose them from, written <screen>#<block>.`,
    );
  if (field.check && !field.message)
    compiler.error({ file, path }, `${field.name} has a check but no "message" that says what is wrong.`);
}

type DeclaredAlert = Exclude<NonNullable<Action['alert']>, readonly unknown[]>;

/** Compiles a message about an answer. */
export function compileAlert(
  { message, when, params: declared, reasons }: DeclaredAlert,
  context: ScreenContext,
  path: string,
  row?: string,
): AlertModel {
  return {
    message: messageKey(message, context, path),
    when: condition(when, context, `${path}/when`, row),
    params: params(declared, context, path, row),
    reasons: reasons === undefined ? undefined : expression(reasons, context, `${path}/reasons`, row),
  };
}

/** Compiles a confirmation. */
export function compileConfirm(
  declared: DeclaredConfirm,
  context: ScreenContext,
  path: string,
  row?: string,
): ConfirmModel {
  if (typeof declared === 'string') return { message: messageKey(declared, context, path), params: {} };
  return {
    message: messageKey(declared.message, context, path),
    isYesNo: declared.answers === 'yes-no',
    about:
      declared.about === undefined ? undefined : expression(declared.about, context, `${path}/about`, row),
    checks: declared.checks === undefined ? undefined : checksOf(declared.checks, context, `${path}/checks`),
    when: condition(declared.when, context, `${path}/when`, row),
    params: params(declared.params, context, path, row),
  };
}

function checksOf(block: string, { compiler, file, screen, summaries }: ScreenContext, path: string) {
  if (!summaries.includes(block))
    compiler.error({ file, path }, `${block} is no summary block with "checks" on this screen.`);
  return { screen, block };
}
