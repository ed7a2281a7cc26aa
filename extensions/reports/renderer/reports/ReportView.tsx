import { useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  ApiError,
  BlockFailure,
  type BlockWidgetProps,
  type Builder,
  Button,
  Card,
  CheckboxGroup,
  DraftBar,
  FieldShell,
  fillPath,
  fillTexts,
  Link,
  type Option,
  Skeleton,
  TextInput,
  UndoButtons,
  useApi,
  useBuilder,
  useGuardState,
  useIntent,
  useMessage,
  useToast,
  useUser,
} from '#renderer';
import { EmbeddedReport } from './EmbeddedReport.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportSharing } from './ReportSharing.tsx';
import { ReportSort } from './ReportSort.tsx';
import { ReportViewer } from './ReportViewer.tsx';
import { type Choice, canRun, type ReportConfiguration, savedValue } from './reportChoice.ts';
import styles from './reports.module.css';
import { startOf, useReport } from './useReport.ts';

/**
 * A report: filters, columns, sort order, content and flavours. Options: `report`, the id of the
 * configuration; `isEmbedded` shows it only; `narrow`, fixed filter values by parameter when embedded.
 */
export function ReportView({ block, scope }: BlockWidgetProps) {
  const id = fillPath(String(block.options.report), scope);
  if (!block.options.isEmbedded) return <WholeReport id={id} block={block} />;
  return <EmbeddedReport id={id} narrow={fillTexts(block.options.narrow, scope)} />;
}

type WholeProps = Pick<BlockWidgetProps, 'block'> & { readonly id: string };

function WholeReport({ id, block }: WholeProps) {
  const [given] = useSearchParams();
  const report = useReport(id, given);
  const { data, error, refetch } = report.query;
  if (error) return <BlockFailure error={error} onRetry={() => void refetch()} isPage />;
  if (!data || !report.choice) return <Skeleton look="form" lines={9} />;
  return <LoadedReport key={`${id}?${given}`} {...{ id, block, report, data, given }} />;
}

type LoadedProps = WholeProps & {
  readonly report: ReturnType<typeof useReport>;
  readonly data: ReportConfiguration;
  /** Choices of the link that led here. */
  readonly given: URLSearchParams;
};

/** The choices made for a report, and the name of a flavour being edited. */
type Work = {
  readonly choice: Choice;
  readonly name: string;
  readonly description: string;
  readonly editing?: 'new' | 'own' | undefined;
};

function useWork(id: string, data: ReportConfiguration, given: URLSearchParams): Builder<Work> {
  const start: Work = useMemo(
    () => ({
      choice: startOf(data, given),
      name: data.ReportConfigurationName,
      description: data.Description ?? '',
    }),
    [data, given],
  );
  return useBuilder<Work>({
    key: `flavour.${id}`,
    start,
    // Choices for viewing are not unsaved work; those for a flavour are.
    isKept: ({ editing, ...work }) => editing !== undefined && JSON.stringify(work) !== JSON.stringify(start),
  });
}

function LoadedReport({ id, block, report, data, given }: LoadedProps) {
  const say = useMessage();
  const { UserName } = useUser();
  const { query, shown, viewing, reading, turn, saving, alertErrors, change: choose } = report;
  const work = useWork(id, data, given);
  const { choice } = work.value;
  const change = (next: Choice) => work.change((now) => ({ ...now, choice: next }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the choices only
  useEffect(() => choose(choice), [choice]);
  // A link from another report shows the report at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the report is opened
  useEffect(() => {
    if (given.size > 0) viewing.mutate({ page: 1 });
  }, []);
  const filters = data.ReportConfigurationFilters;
  const isOwn = !data.IsDefault && data.Owner === UserName;
  const isReady = canRun(filters, choice.chosen, choice.columns);
  const refusal = isReady ? undefined : say('report.incomplete');
  const options = data.ReportConfigurationColumns.map(({ ReportColumn }) => ({
    id: ReportColumn.ReportColumnName,
    label: ReportColumn.Label,
  }));
  return (
    <div className={styles.report} ref={work.root} tabIndex={-1}>
      <DraftBar draft={work.draft} />
      <Card
        id={block.id}
        title={data.ReportConfigurationName}
        actions={<RunButtons {...{ id, saving, viewing, refusal }} />}
      >
        {data.Description && <p className={styles.note}>{data.Description}</p>}
        <ReportFilters
          filters={filters}
          chosen={choice.chosen}
          choose={(name, keys) => change({ ...choice, chosen: { ...choice.chosen, [name]: keys } })}
        />
        <ColumnChoice {...{ choice, options, change }} />
        <Flavour {...{ data, work, alertErrors }} saved={() => void query.refetch()} />
      </Card>
      {isOwn && (
        <ReportSharing
          key={`sharing ${id}`}
          report={id}
          shares={data.ReportConfigurationUserRoles}
          alertErrors={alertErrors}
        />
      )}
      {shown && <ReportViewer page={shown} reading={reading} busy={viewing.isPending} turn={turn} />}
    </div>
  );
}

type ColumnProps = {
  readonly choice: Choice;
  readonly options: readonly Option[];
  readonly change: (next: Choice) => void;
};

/** Which columns are shown, and their order. */
function ColumnChoice({ choice, options, change }: ColumnProps) {
  const say = useMessage();
  return (
    <div className={styles.fields}>
      <FieldShell id="columns" label={say('report.columns')} as="group" required>
        <CheckboxGroup
          id="columns"
          label={say('report.columns')}
          value={choice.columns}
          options={options}
          onChange={(columns) => change({ ...choice, columns })}
        />
      </FieldShell>
      <ReportSort options={options} order={choice.order} sort={(order) => change({ ...choice, order })} />
    </div>
  );
}

type RunProps = Pick<ReturnType<typeof useReport>, 'saving' | 'viewing'> & {
  readonly id: string;
  readonly refusal: string | undefined;
};

/** Sends the report, downloads it or shows it. */
function RunButtons({ id, saving, viewing, refusal }: RunProps) {
  const say = useMessage();
  const save = (format: 'PDF' | 'EXCEL' | 'CSV', label: string) => (
    <Button
      busy={saving.isPending && saving.variables === format}
      refusal={refusal}
      onPress={() => saving.mutate(format)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Link to={`/report/${id}/send`} look="button">
        {say('report.send')}
      </Link>
      {save('PDF', 'PDF')}
      {save('EXCEL', 'Excel')}
      {save('CSV', 'CSV')}
      <Button
        tone="primary"
        busy={viewing.isPending}
        refusal={refusal}
        onPress={() => viewing.mutate({ page: 1 })}
      >
        {say('report.view')}
      </Button>
    </>
  );
}

type FlavourProps = {
  readonly data: ReportConfiguration;
  readonly work: Builder<Work>;
  readonly saved: () => void;
  readonly alertErrors: (error: unknown) => void;
};

/** Saves the choices as a new flavour, or over the open one. */
function Flavour({ data, work, saved, alertErrors }: FlavourProps) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const navigate = useNavigate();
  const { UserName } = useUser();
  const guard = useGuardState();
  const { choice, name, description, editing } = work.value;
  const put = (more: Partial<Work>) => work.change((now) => ({ ...now, ...more }));
  const intent = useIntent();
  const edit = (next: Work['editing']) => put({ editing: next });
  const save = async () => {
    try {
      const body = flavourOf(data, choice, { name, description });
      if (editing === 'own') await api.send('PUT', '/report/flavour', body);
      else {
        const { Id } = await api.send<{ readonly Id: string }>('POST', '/report/flavour', body, {
          intent,
        });
        guard?.release();
        await navigate(`/report/${Id}`);
      }
      work.saved(work.value, { ...work.value, editing: undefined });
      toast.show(say('report.flavour.saved'), 'success');
      saved();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 428) alertErrors(error);
      // Reload what another person saved; the next save overwrites it.
      if (error instanceof ApiError && error.status === 409) saved();
    }
  };
  if (!editing)
    return (
      <div className={styles.actions}>
        <Button onPress={() => edit('new')}>{say('report.flavour.create')}</Button>
        {!data.IsDefault && data.Owner === UserName && (
          <Button onPress={() => edit('own')}>{say('report.flavour.edit')}</Button>
        )}
      </div>
    );
  return (
    <div className={styles.fields}>
      <FlavourNames {...{ name, description, put }} />
      <div className={styles.actions}>
        <Button
          tone="primary"
          refusal={name.trim() === '' ? say('report.flavour.unnamed') : undefined}
          onPress={() => void save()}
        >
          {say('ui.save')}
        </Button>
        <Button onPress={() => edit(undefined)}>{say('ui.cancel')}</Button>
        <UndoButtons of={work} />
      </div>
    </div>
  );
}

type NamesProps = Named & { readonly put: (more: Partial<Named>) => void };

function FlavourNames({ name, description, put }: NamesProps) {
  const say = useMessage();
  return (
    <>
      <FieldShell id="flavour-name" label={say('report.flavour.name')} required>
        <TextInput id="flavour-name" value={name} onChange={(text) => put({ name: text })} maxLength={256} />
      </FieldShell>
      <FieldShell id="flavour-description" label={say('report.flavour.description')}>
        <TextInput
          id="flavour-description"
          value={description}
          onChange={(text) => put({ description: text })}
          maxLength={2000}
        />
      </FieldShell>
    </>
  );
}

type Named = { readonly name: string; readonly description: string };

/** The whole configuration with the current choices. */
function flavourOf(data: ReportConfiguration, choice: Choice, { name, description }: Named) {
  return {
    ...data,
    ReportConfigurationName: name,
    Description: description || null,
    ReportConfigurationFilters: data.ReportConfigurationFilters.map((filter) => ({
      ...filter,
      SavedValue: savedValue(filter, choice.chosen[filter.ReportFilter.ParameterName] ?? []),
    })),
    ReportConfigurationColumns: data.ReportConfigurationColumns.filter(({ ReportColumn }) =>
      choice.columns.includes(ReportColumn.ReportColumnName),
    ).map((column) => ({ ...column, ReportColumn: { ...column.ReportColumn, IsSelected: true } })),
    ReportConfigurationColumnSortOrders: choice.order,
  };
}
