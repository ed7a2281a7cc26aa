/** Parts shared by several kinds of blocks: texts, actions, parameters. */
import type { FormBlock as DeclaredForm, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { TypeScope } from '../expression/checkTree.ts';
import type { Compiled } from '../expression/types.ts';
import type { Access } from '../types/basicTypes.ts';
import type { Settings, TextModel } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import { accessOfRoute } from './accessOfRoute.ts';
import type { Compiler } from './compiler.ts';
import { routeOfCall } from './routeOfCall.ts';
import type { TypeSources } from './typeScope.ts';
import type { Watched } from './watched.ts';

export type ScreenContext = {
  readonly compiler: Compiler;
  readonly types: TypeSources;
  readonly settings: Settings;
  /** Every declared route: a call has the access of its route. */
  readonly routes: Watched<readonly RouteModel[]>;
  readonly file: string;
  /** Every declared form by `<screen>#<block>`. */
  readonly forms: ReadonlyMap<string, DeclaredForm>;
  /** Name of a record in `$data` → its entity. */
  readonly dataTypes: Readonly<Record<string, string>>;
  /** The screen's id. */
  readonly screen: string;
  /** Ids of its summary blocks that have checks. */
  readonly summaries: readonly string[];
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
  if ('by' in declared) return chosenText(declared, context, path, row);
  return {
    message: messageKey(declared.message, context, path),
    params: params(declared.params, context, path, row),
  };
}

function chosenText(
  declared: Extract<ScreenDeclaration['title'], { by: string }>,
  context: ScreenContext,
  path: string,
  row?: string,
): TextModel {
  const entries = Object.entries(declared.messages).map(
    ([value, key]) => [value, messageKey(key ?? '', context, `${path}/messages/${value}`)] as const,
  );
  return {
    by: expression(declared.by, context, `${path}/by`, row),
    messages: Object.fromEntries(entries),
    params: params(declared.params, context, path, row),
  };
}

/** Records the use of a message. */
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

/** Access to a call: as the screen declares, otherwise that of its route; undeclared calls: any login. */
export function callAccess(
  declared: string | readonly string[] | undefined,
  call: string,
  context: ScreenContext,
  path: string,
): Access {
  const own = optionalAccess(declared, context, path);
  if (own) return own;
  const [method = '', address = ''] = call.split(' ');
  return context.routes.ask((routes) => {
    const route = routeOfCall({ routes }, { method, route: address });
    return route ? accessOfRoute(context.types, route) : { kind: 'login' };
  });
}
