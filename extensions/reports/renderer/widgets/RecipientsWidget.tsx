// Code instead of a declaration: what each recipient may see is asked of the server as they are chosen.
import { useQuery } from '@tanstack/react-query';
import { Badge, controlProps, MultiSelect, textOf, useApi, useFieldView, type WidgetProps } from '#renderer';
import { usePeople } from '../reports/usePeople.ts';
import styles from './recipients.module.css';

type Checked = {
  readonly Name: string;
  readonly State: 'full' | 'partly' | 'refused';
  readonly Notes: readonly string[];
};

const tones = { full: 'success', partly: 'warning', refused: 'danger' } as const;

/** Chooses people, and checks them and the addresses typed beside them one by one. */
export function RecipientsWidget(props: WidgetProps) {
  const { view, onChange } = props;
  const chosen = Array.isArray(view.value) ? view.value.map(String) : [];
  const { options, isLoading, search, more } = usePeople([], chosen);
  return (
    <>
      <MultiSelect
        {...controlProps(props)}
        value={chosen}
        options={options}
        onSearch={search}
        loading={isLoading}
        more={more}
        onChange={(ids) => onChange([...ids])}
      />
      <CheckedRecipients {...props} people={chosen} />
    </>
  );
}

/** Asked again only when one of them changes; an address that is still being typed is no address yet. */
function CheckedRecipients(props: WidgetProps & { readonly people: readonly string[] }) {
  const { form, options, message } = props;
  const person = textOf(useFieldView(form, `/${options.person}`).value);
  const people = [...new Set([...props.people, ...(person ? [person] : [])])];
  const api = useApi();
  const report = textOf(useFieldView(form, `/${options.report}`).value);
  const dashboard = textOf(useFieldView(form, `/${options.dashboard}`).value);
  const path = textOf(useFieldView(form, `/${options.path}`).value)
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(one))
    .join(', ');
  const body = {
    ...(report ? { ReportConfigurationId: report } : { DashboardId: dashboard }),
    ...{ People: people, ...(path && { Path: path }) },
  };
  const isAsked = (people.length > 0 || path !== '') && (report !== '' || dashboard !== '');
  const { data, error, isFetching } = useQuery({
    queryKey: ['report-recipients', body],
    enabled: isAsked,
    staleTime: 30_000,
    queryFn: () =>
      api.send<{ readonly Items: readonly Checked[] }>('POST', '/report/recipients', body, {
        intent: 'reads',
      }),
  });
  if (!isAsked) return null;
  return (
    <div className={styles.checked} role="status" aria-busy={isFetching}>
      {error && <p className={styles.note}>{error.message}</p>}
      {!data && !error && <p className={styles.note}>{message('report.recipient.checking')}</p>}
      {data && (
        <ul className={styles.list} aria-label={message('report.recipient.checked')}>
          {data.Items.map(({ Name, State, Notes }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two recipients may have one name
            <li key={`${at} ${Name}`} className={styles.recipient}>
              <span className={styles.name}>{Name}</span>
              <Badge tone={tones[State]}>{message(`report.recipient.state.${State}`)}</Badge>
              <span className={styles.note}>{Notes.join(' ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
