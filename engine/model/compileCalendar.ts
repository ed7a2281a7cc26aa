/** A list as a calendar. */
import { kinds } from '../fields/registry.ts';
import type { CalendarLayout, Dated, DayField, OwnWords } from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import { cardOf, type LayoutAround, reportLayout, saveOf } from './layoutParts.ts';

export function compileCalendar(around: LayoutAround): OwnWords<CalendarLayout> | undefined {
  const dated = datedOf(around);
  const { span = 'month' } = around.declared;
  if (span === 'quarter') reportLayout(around, 'A calendar shows a day, a week or a month.', '/span');
  return dated && { kind: 'calendar', ...dated, span: span === 'quarter' ? 'month' : span };
}

/** The dates of a layout, and what changes them. */
export function datedOf(around: LayoutAround): OwnWords<Dated> | undefined {
  const { declared } = around;
  const start = dayFieldOf(around, 'start');
  const end = declared.end === undefined ? undefined : dayFieldOf(around, 'end');
  if (!start || (declared.end !== undefined && !end)) return undefined;
  if (end && end.day !== start.day)
    reportLayout(around, `“end” must be of the same kind as “start”: both dates, or both moments.`, '/end');
  return {
    ...cardOf(around),
    start,
    ...(end && { end }),
    ...saveOf(around),
    ...createOf(around),
  };
}

/** A stored date or moment of the entity itself. */
function dayFieldOf(around: LayoutAround, name: 'start' | 'end'): DayField | undefined {
  const { declared, entity, context, path } = around;
  const at = declared[name] ?? '';
  const field = entity.fieldByPath.get(at);
  const day = field && kinds[field.kind].day;
  if (!field?.stored || !day || at.includes('.')) {
    reportLayout(
      around,
      `A ${declared.kind} needs "${name}": a stored date or moment of ${entity.id}, not “${at}”.`,
      `/${name}`,
    );
    return undefined;
  }
  context.compiler.use(`field:${entity.id}.${at}`, { file: context.file, path: `${path}/${name}` });
  const write = entity.policy.fields[at]?.write;
  return { path: at, label: field.label, day, ...(write && { write }) };
}

function createOf(around: LayoutAround) {
  const { declared, grid, context, path } = around;
  if (declared.create === undefined) return {};
  const action = grid.actions?.find(({ id }) => id === declared.create);
  if (action?.kind === 'link') return { create: compileAction(action, context, `${path}/create`) };
  reportLayout(around, `The list has no action ${declared.create} that is a link.`, '/create');
  return {};
}
