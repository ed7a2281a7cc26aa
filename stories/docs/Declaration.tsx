import { declarations } from '../support/declarations.ts';
import styles from './docs.module.css';
import { optionRows, widgetSchema } from './widgetOptions.ts';

type Args = {
  readonly schema?: object;
  readonly widget?: string;
  readonly options?: object;
};

/** How to declare a widget: the example above as JSON, its options, and the screens that use it. */
export function Declaration({ widget, args }: { widget: string; args: Args }) {
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
      <h2>How it is asked for</h2>
      {known && (
        <p className={styles.kinds}>
          Edits fields of kind {listOf(known.kinds ?? [])}.{' '}
          {known.unnamed
            ? `It is what ${listOf(known.unnamed)} fields get where a screen names no widget.`
            : 'A screen asks for it by name.'}
        </p>
      )}
      <div className={styles.codes}>
        <Code title="The field, in entity.json" value={{ Value: schema }} />
        <Code title="Its place, in a screen" value={item} />
      </div>
      {rows.length > 0 ? <Options rows={rows} /> : <p className={styles.none}>It has no options.</p>}
      <InUse widget={widget} />
    </section>
  );
}

export function Options({ rows }: { rows: ReturnType<typeof optionRows> }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Takes</th>
            <th scope="col">Says</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, type, isRequired, says }) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
                {isRequired && <span className={styles.required}>required</span>}
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
    ({ file, json }) => file.startsWith('screens/') && namesWidget(json, widget),
  );
  if (screens.length === 0) return null;
  return (
    <p className={styles.kinds}>
      Named by{' '}
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
