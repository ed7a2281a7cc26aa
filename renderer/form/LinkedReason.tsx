import { useQuery } from '@tanstack/react-query';
import { useApi } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { keys } from '../data/queries.ts';
import { Badge } from '../parts/Badge.tsx';
import { Link } from '../parts/Link.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';

/** As `GET /linked/{entity}/{recordId}/{field}` answers; null: the reader may not view it. */
type Linked = {
  readonly Kind: 'rollUp' | 'lookThrough';
  readonly Function: string | null;
  readonly EntityName: string | null;
  readonly FieldName: string | null;
  readonly ByName: string | null;
  readonly HasCondition: boolean;
  readonly Count: number | null;
  readonly RecordName: string | null;
  readonly To: string | null;
};

type Props = { readonly tools: Pick<FormTools, 'form'>; readonly path: string };

/** Says from which records the value of a roll-up or look-through comes. */
export function LinkedReason({ tools: { form }, path }: Props) {
  const [api, say] = [useApi(), useMessage()];
  const { field } = form.view(path);
  const id = form.record().Id;
  const { data } = useQuery({
    queryKey: keys.list('linked', `${form.entity.id} ${id} ${path}`),
    enabled: id !== undefined && field.linked !== undefined,
    // Values change with other records.
    staleTime: 0,
    // An explanation that cannot be loaded leaves the general one.
    queryFn: () => api.get<Linked>(`/linked/${form.entity.id}/${id}/${field.name}`).catch(() => null),
  });
  if (!field.linked) return null;
  return (
    <li className={styles.reason}>
      <Badge>{say(`ui.why.linked.${field.linked}`)}</Badge>
      <span>{data ? <Sentences linked={data} /> : say(`ui.why.linked.${field.linked}.any`)}</span>
    </li>
  );
}

function Sentences({ linked }: { readonly linked: Linked }) {
  const say = useMessage();
  const { Kind, Function: fn, EntityName: entity, FieldName: field, ByName: by, Count: count } = linked;
  if (entity === null) return say(`ui.why.linked.${Kind}.unseen`);
  if (Kind === 'lookThrough') {
    const { RecordName: name, To } = linked;
    return (
      <>
        {say(field === null || by === null ? 'ui.why.linked.from-entity' : 'ui.why.linked.from', {
          ...{ entity, field, by },
        })}{' '}
        {name && (To ? <Link to={To}>{name}</Link> : name)}
      </>
    );
  }
  const what =
    field === null
      ? say(fn === 'count' ? 'ui.why.linked.counted' : 'ui.why.linked.of-entity', { entity })
      : say('ui.why.linked.of', { function: say(`ui.why.function.${fn}`), field, entity });
  return [
    what,
    linked.HasCondition ? say('ui.why.linked.condition') : '',
    say('ui.why.linked.seen', { count: count ?? 0 }),
    say('ui.why.linked.all'),
  ]
    .filter(Boolean)
    .join(' ');
}
