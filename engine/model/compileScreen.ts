/** Compiles a screen: resolves names and compiles expressions. */
import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import type { MenuGroup, ScreenModel, ScreenRequirement } from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import { compileBlock } from './compileBlock.ts';
import {
  condition,
  messageKey,
  optionalAccess,
  type ScreenContext,
  screenText,
} from './compileScreenParts.ts';
import { withLate } from './late.ts';
import type { Source } from './sources.ts';
import { screenScope } from './typeScope.ts';

/** Compiles a screen; if late, its contents are compiled on first use. */
export function compileScreen(
  source: Source<ScreenDeclaration>,
  {
    isLate,
    ...around
  }: Pick<ScreenContext, 'types' | 'forms' | 'settings' | 'compiler' | 'routes'> & {
    readonly isLate: boolean;
  },
): ScreenModel {
  const declared = source.json;
  const { types, compiler } = around;
  const data = Object.entries(declared.data ?? {}).flatMap(([name, entry]) =>
    entry ? [{ name, ...entry }] : [],
  );
  const dataTypes = Object.fromEntries(data.map((entry) => [entry.name, entry.entity]));
  const context: ScreenContext = {
    ...around,
    file: source.file,
    dataTypes,
    screen: declared.id,
    summaries: declared.blocks.flatMap((block) =>
      block.kind === 'summary' && block.checks ? [block.id] : [],
    ),
    scope: (row) => screenScope(types, { route: parametersOf(declared.route), data: dataTypes }, row),
  };
  for (const entry of data) reportEntity(entry.entity, `/data/${entry.name}`, context);
  if (declared.menu)
    compiler.use(`message:menu.${declared.menu.group}`, { file: source.file, path: '/menu/group' });
  const [only, ...others] = declared.blocks;
  const head: ScreenHead = {
    id: declared.id,
    area: source.area,
    route: declared.route,
    access: compiler.access(declared.access, { file: source.file, path: '/access' }),
    title: screenText(declared.title, context, '/title'),
    subtitle: declared.subtitle ? screenText(declared.subtitle, context, '/subtitle') : undefined,
    breadcrumb: (declared.breadcrumb ?? []).map((entry, index) => ({
      text: screenText(entry.text, context, `/breadcrumb/${index}`),
      to: entry.to,
    })),
    menu: declared.menu && menuOf(declared.menu, source.file, compiler),
    widget: only?.kind === 'widget' && others.length === 0 ? only.widget : undefined,
    file: source.file,
    remember: declared.remember === true,
  };
  const body = () => bodyOf(declared, data, context);
  return isLate ? withLate(head, body) : { ...head, ...body() };
}

function menuOf(
  { access, ...menu }: NonNullable<ScreenDeclaration['menu']>,
  file: string,
  compiler: ScreenContext['compiler'],
): ScreenModel['menu'] {
  const own = access && { access: compiler.access(access, { file, path: '/menu/access' }) };
  if (menu.title) compiler.use(`message:${menu.title}`, { file, path: '/menu/title' });
  return { icon: 'file', ...menu, ...own };
}

type ScreenBody = Pick<ScreenModel, 'data' | 'requires' | 'actions' | 'blocks' | 'groups'>;
type ScreenHead = Omit<ScreenModel, keyof ScreenBody>;

type Data = NonNullable<NonNullable<ScreenDeclaration['data']>[string]> & { readonly name: string };

/** What is needed only when the screen is opened. */
function bodyOf(declared: ScreenDeclaration, data: readonly Data[], context: ScreenContext): ScreenBody {
  const { compiler, file } = context;
  return {
    data: data.map((entry) => ({
      name: entry.name,
      entity: entry.entity,
      id: compiler.expression(entry.id, { file, path: `/data/${entry.name}/id` }, () => context.scope()),
      isOptional: entry.optional === true,
    })),
    requires: (declared.requires ?? []).map((entry, index) =>
      compileRequirement(entry, context, `/requires/${index}`),
    ),
    actions: (declared.actions ?? []).map((action, index) =>
      compileAction(action, context, `/actions/${index}`),
    ),
    blocks: declared.blocks.map((block, index) => compileBlock(block, context, `/blocks/${index}`)),
    groups: compileGroups(declared, context),
  };
}

/** Parameter names of a route: `/products/:productId/plans/:planId?`. */
export function parametersOf(route: string): readonly string[] {
  return [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** A block belongs to at most one group, and an anchor (`#plans`) names one thing. */
function compileGroups(declared: ScreenDeclaration, context: ScreenContext): ScreenModel['groups'] {
  const { compiler, file } = context;
  const blocks = new Set(declared.blocks.map(({ id }) => id));
  const holders = new Map<string, string>();
  const taken = new Set(blocks);
  return (declared.groups ?? []).map(({ id, title, blocks: names, sorted, visible }, index) => {
    const path = `/groups/${index}`;
    if (taken.has(id))
      compiler.error(
        { file, path: `${path}/id` },
        `${id} is a block or a group of this screen already. Give the group another id.`,
      );
    taken.add(id);
    for (const [at, name] of names.entries()) {
      const place = { file, path: `${path}/blocks/${at}` };
      const holder = holders.get(name);
      if (!blocks.has(name))
        compiler.error(
          place,
          `There is no block ${name} on this screen. Correct the name, or add the block.`,
        );
      else if (holder)
        compiler.error(place, `The block ${name} is already in the group ${holder}. Name it once.`);
      else holders.set(name, id);
    }
    return {
      id,
      title: screenText(title, context, `${path}/title`),
      blocks: names,
      isSorted: sorted === true,
      visible: condition(visible, context, `${path}/visible`),
    };
  });
}

function compileRequirement(
  declared: NonNullable<ScreenDeclaration['requires']>[number],
  context: ScreenContext,
  path: string,
): ScreenRequirement {
  return {
    when: condition(declared.when, context, `${path}/when`),
    check: condition(declared.check, context, `${path}/check`),
    message: messageKey(declared.message, context, `${path}/message`),
    to: declared.to,
    back: declared.back && {
      label: messageKey(declared.back.label, context, `${path}/back/label`),
      to: declared.back.to,
    },
    access: optionalAccess(declared.access, context, path),
  };
}

/** Every declared form by `<screen>#<block>`. */
export function formsByName(sources: readonly Source<ScreenDeclaration>[]): ScreenContext['forms'] {
  return new Map(
    sources.flatMap(({ json }) =>
      json.blocks.flatMap((block) =>
        block.kind === 'form' ? [[`${json.id}#${block.id}`, block] as const] : [],
      ),
    ),
  );
}

/** Screens with a menu entry, grouped and ordered; a group takes the position of its first screen. */
export function compileMenu(screens: Iterable<ScreenModel>): readonly MenuGroup[] {
  const groups = new Map<string, ScreenModel[]>();
  const ordered = [...screens].sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0));
  for (const screen of ordered)
    if (screen.menu) groups.set(screen.menu.group, [...(groups.get(screen.menu.group) ?? []), screen]);
  return [...groups].map(([id, members]) => ({ id, title: `menu.${id}`, screens: members }));
}

function reportEntity(entity: string, path: string, { types, compiler, file }: ScreenContext): void {
  compiler.use(`entity:${entity}`, { file, path });
  if (!types.entities.has(entity))
    compiler.error({ file, path }, `There is no entity ${entity}. Add it to schemas/, or correct the name.`);
}
