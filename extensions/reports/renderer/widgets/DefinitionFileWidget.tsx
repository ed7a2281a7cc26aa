// Code instead of a declaration: the server reads the file, which fills other fields, and reports what it did
// not understand by line.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataRecord } from '#engine';
import { FileWidget, useApi, type WidgetProps } from '#renderer';
import styles from '../reports/report.module.css';

type Found = {
  readonly DataSet: string;
  readonly Parameters: readonly DataRecord[];
  readonly Columns: readonly DataRecord[];
  readonly Proposed?: readonly {
    readonly Name: string;
    readonly Title: string;
    readonly Found: number;
    readonly Unknown: readonly string[];
  }[];
  readonly Unsupported: readonly {
    readonly Element: string;
    readonly Line: number;
    readonly About?: string;
  }[];
};

/**
 * The definition file of a report. A new file fills data source, filters and columns; rows that people have
 * edited are kept.
 */
export function DefinitionFileWidget(props: WidgetProps) {
  const { form, view } = props;
  const api = useApi();
  const client = useQueryClient();
  const asking = (DefinitionFileId: unknown) => ({
    queryKey: ['report-definition', 'file', DefinitionFileId, props.locale],
    enabled: typeof DefinitionFileId === 'string',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () =>
      api.send<Found>(
        'POST',
        '/report/management',
        { DefinitionFileId, ReportId: form.record().Id ?? null },
        { intent: 'reads' },
      ),
  });
  const { data, error } = useQuery(asking(view.value));
  const take = async (value: unknown, option?: DataRecord) => {
    props.onChange(value, option);
    if (typeof value !== 'string') return;
    // Read errors are shown below.
    const found = await client.fetchQuery(asking(value)).catch(() => undefined);
    if (found) form.batch(() => fill(props, found));
  };
  return (
    <>
      <FileWidget {...props} onChange={(value, option) => void take(value, option)} />
      {error && (
        <p className={styles.found} role="alert">
          {error.message}
        </p>
      )}
      {data && !error && typeof view.value === 'string' && <Findings found={data} say={props.message} />}
    </>
  );
}

function fill({ form, options }: WidgetProps, { DataSet, Parameters, Columns }: Found): void {
  const [data, parameters, columns] = [options.data, options.parameters, options.columns].map(String);
  /** Keeps existing rows with the same name. */
  const merged = (field: string | undefined, found: readonly DataRecord[], name: string) => {
    const rows = (form.record()[String(field)] ?? []) as readonly DataRecord[];
    const kept = found.map((row) => rows.find((one) => one[name] === row[name]) ?? row);
    form.change(`/${field}`, kept);
  };
  const filters = Parameters.map(({ ReportFilterType: _, ...row }) => row);
  if (DataSet) form.change(`/${data}`, DataSet);
  merged(parameters, filters, 'ParameterName');
  merged(columns, Columns, 'ReportColumnName');
}

type FindingsProps = { readonly found: Found; readonly say: WidgetProps['message'] };

function Findings({ found, say }: FindingsProps) {
  const { Parameters, Columns, Unsupported, Proposed = [] } = found;
  const counts = { filters: Parameters.length, columns: Columns.length };
  return (
    <div role="status" className={styles.found}>
      <p>{say('report.definition.found', counts)}</p>
      {Proposed.map(({ Name, Title, Found, Unknown }) => (
        <p key={Name}>
          {say('report.definition.proposed', { name: Name, data: Title, found: Found })}
          {Unknown.length > 0 &&
            ` ${say('report.definition.unknown-fields', { fields: Unknown.join(', ') })}`}
        </p>
      ))}
      {Unsupported.length > 0 && (
        <>
          <p>{say('report.definition.left-out')}</p>
          <ul>
            {Unsupported.map(({ Element, Line, About }) => (
              <li key={`${Line} ${Element} ${About}`}>
                {say('report.definition.element', { element: Element, line: Line })}
                {About ? ` – ${About}` : ''}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
