import { kindOfFile } from '#engine';
import { declarations } from '../support/declarations.ts';
import styles from './docs.module.css';
import { useTitles } from './titles.ts';
import { optionRows, widgetSchema } from './widgetOptions.ts';

type Args = {
  readonly schema?: object;
  readonly widget?: string;
  readonly options?: object;
};

/** How to declare a widget: the example above as JSON, its options, and the screens that use it. */
export function Declaration({ widget, args }: { widget: string; args: Args }) {
  const say = useTitles();
  const known = widgetSchema(widget);
  const rows = optionRows(widget);
  const { schema, options } = args;
  const item = {
    field: 'Value',
    ...(args.widget ? { widget: args.widget } : {}),
    ...(options && { options }),
  };
  return (
    <section className={styles.section}>
      <h2>{say('declaration')}</h2>
      {known && (
        <p className={styles.kinds}>
          Edits fields of kind {listOf(known.kinds ?? [])}.{' '}
          {known.unnamed
            ? `The default widget of ${listOf(known.unnamed)} fields.`
            : 'A screen has to name it.'}
        </p>
      )}
      <div className={styles.codes}>
        <Code title={say('field')} value={{ Value: schema }} />
        <Code title={say('place')} value={item} />
      </div>
      {rows.length > 0 ? <Options rows={rows} /> : <p className={styles.none}>{say('noOptions')}</p>}
      <InUse widget={widget} />
    </section>
  );
}

export function Options({ rows }: { rows: ReturnType<typeof optionRows> }) {
  const say = useTitles();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('option')}</th>
            <th scope="col">{say('type')}</th>
            <th scope="col">{say('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, type, isRequired, says }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {isRequired && <span className={styles.required}>{say('required')}</span>}
              </th>
              <td>{type}</td>
              <td>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shipped screens that use the widget. */
export function InUse({ widget }: { widget: string }) {
  const screens = declarations.files.filter(
    ({ file, json }) => kindOfFile(file) === 'screen' && namesWidget(json, widget),
  );
  if (screens.length === 0) return null;
  return (
    <p className={styles.kinds}>
      Used in{' '}
      {screens.slice(0, 4).map(({ file }, at) => (
        <span key={file}>
          {at > 0 && ', '}
          <code>{file}</code>
        </span>
      ))}
      {screens.length > 4 && ` and ${screens.length - 4} more`}.
    </p>
  );
}

function namesWidget(json: unknown, widget: string): boolean {
  if (json === null || typeof json !== 'object') return false;
  if ((json as { widget?: unknown }).widget === widget) return true;
  return Object.values(json).some((child) => namesWidget(child, widget));
}

export function Code({ title, value }: { title: string; value: unknown }) {
  return (
    <figure className={styles.code}>
      <figcaption>{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </figure>
  );
}

export function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
