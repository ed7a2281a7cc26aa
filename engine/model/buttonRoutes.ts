/** Routes of automations that wait for a button: those that no api.json declares lie below the path of the record. */
import type { ApiDeclaration, Automation, BehaviourDeclaration } from '../declaration/types.generated.ts';
import type { Source, Sources } from './sources.ts';

/** The automations of an entity that wait for a button. */
export const buttonsOf = ({ automations = [] }: BehaviourDeclaration): readonly Automation[] =>
  automations.filter(({ when, off }) => when.on === 'button' && !off);

/** The message with the label of its button. */
export const buttonKey = ({ id }: Pick<Automation, 'id'>): string => `button.${id}`;

/** Adds the routes that buttons need. */
export function buttonRoutes({
  behaviour,
}: Pick<Sources, 'behaviour'>): (source: Source<ApiDeclaration>) => Source<ApiDeclaration> {
  const buttons = new Map(behaviour.map(({ json }) => [json.for, buttonsOf(json)] as const));
  return (source) => {
    const { json } = source;
    const own = buttons.get(json.for) ?? [];
    const open = own.filter(({ id }) => !json.routes.some(({ automation }) => automation === id));
    const path = json.routes.find(isOfRecord)?.route.replace(/^GET /, '');
    if (open.length === 0 || path === undefined) return source;
    const added = open.map(({ id }) => ({
      route: `POST ${path}/buttons/${id.slice(id.indexOf('.') + 1)}`,
      operation: 'button' as const,
      automation: id,
    }));
    return { ...source, json: { ...json, routes: [...json.routes, ...added] } };
  };
}

const isOfRecord = ({ operation, route, entity, fields }: ApiDeclaration['routes'][number]): boolean =>
  operation === 'get' && entity === undefined && !fields && /^GET \/[^{]*\{\w+\}$/.test(route);
