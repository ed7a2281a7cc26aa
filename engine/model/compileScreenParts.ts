/** Parts of screens that several blocks have: texts, actions, parameters. */
import type { Action, FormBlock as DeclaredForm, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { TypeScope } from '../expression/checkTree.ts';
import type { Compiled } from '../expression/types.ts';
import type { Compiler } from './compiler.ts';
import type { TypeSources } from './typeScope.ts';
import type { Access, ActionModel, TextModel } from './types.ts';

export type ScreenContext = {
  readonly compiler: Compiler;
  readonly types: TypeSources;
  readonly file: string;
  /** Every declared form by `<screen>#<block>`. */
  readonly forms: ReadonlyMap<string, DeclaredForm>;
  /** Name of a record in `$data` → its entity. */
  readonly dataTypes: Readonly<Record<string, string>>;
  /** Types of what the screen's expressions may read; `row` is the entity of the row, if any. */
  readonly scope: (row?: string) => TypeScope;
};

/** A message key, a message with parameters, or an expression. */
export function screenText(
  declared: ScreenDeclaration['title'],
  context: ScreenContext,
  path: string,
  row?: string,
): TextModel {
  if (typeof declared === 'string') return { message: messageKey(declared, context, path) };
  if ('expression' in declared) return { expression: expression(declared.expression, context, path, row) };
  return {
    message: messageKey(declared.message, context, path),
    params: params(declared.params, context, path, row),
  };
}

/** Notes the use of a message. */
export function messageKey<Key extends string | undefined>(
  key: Key,
  context: ScreenContext,
  path: string,
): Key {
  if (key) context.compiler.use(`message:${key}`, { file: context.file, path });
  return key;
}

/** Compiles an expression of the screen. */
export function expression(text: string, context: ScreenContext, path: string, row?: string): Compiled {
  return context.compiler.expression(text, { file: context.file, path }, () => context.scope(row));
}

/** Compiles a condition, if there is one. */
export function condition(
  text: string | undefined,
  context: ScreenContext,
  path: string,
  row?: string,
): Compiled | undefined {
  return text === undefined
    ? undefined
    : context.compiler.expression(text, { file: context.file, path }, () => context.scope(row), 'boolean');
}

/** Compiles named expressions. */
export function params(
  declared: Readonly<Record<string, unknown>> | undefined,
  context: ScreenContext,
  path: string,
  row?: string,
): Readonly<Record<string, Compiled>> {
  const entries = Object.entries(declared ?? {});
  return Object.fromEntries(
    entries.map(([name, text]) => [name, expression(String(text), context, `${path}/${name}`, row)]),
  );
}

/** Access of a block or action, if declared. */
export function optionalAccess(
  declared: string | readonly string[] | undefined,
  context: ScreenContext,
  path: string,
): Access | undefined {
  return declared === undefined
    ? undefined
    : context.compiler.access(declared, { file: context.file, path: `${path}/access` });
}

/** Compiles a link or a call. */
export function compileAction(
  declared: Action,
  context: ScreenContext,
  path: string,
  row?: string,
): ActionModel {
  const [method, route] = declared.call?.split(' ') ?? [];
  if (declared.kind === 'call' && !route)
    context.compiler.error(
      { file: context.file, path },
      `Action ${declared.id} is a call but has no "call", such as "DELETE /product/plan/{Id}".`,
    );
  if (declared.kind === 'link' && !declared.to)
    context.compiler.error({ file: context.file, path }, `Action ${declared.id} is a link but has no "to".`);
  return {
    id: declared.id,
    label: messageKey(declared.label, context, `${path}/label`),
    kind: declared.kind,
    to: declared.to,
    method: method as ActionModel['method'],
    route,
    body: declared.body === undefined ? undefined : expression(declared.body, context, `${path}/body`, row),
    access: optionalAccess(declared.access, context, path) ?? { kind: 'login' },
    visible: condition(declared.visible, context, `${path}/visible`, row),
    enabled: condition(declared.enabled, context, `${path}/enabled`, row),
    confirm: compileConfirm(declared.confirm, context, `${path}/confirm`, row),
    success: messageKey(declared.success, context, `${path}/success`),
    failure: messageKey(declared.failure, context, `${path}/failure`),
    then: declared.then,
    tone: declared.tone ?? 'neutral',
    icon: declared.icon,
  };
}

function compileConfirm(
  declared: Action['confirm'],
  context: ScreenContext,
  path: string,
  row?: string,
): ActionModel['confirm'] {
  if (declared === undefined) return undefined;
  if (typeof declared === 'string') return { message: messageKey(declared, context, path), params: {} };
  return {
    message: messageKey(declared.message, context, path),
    params: params(declared.params, context, path, row),
  };
}
