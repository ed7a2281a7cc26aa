import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { areaStyles, Card, useApi, useLocale, useMessage } from '#renderer';
import { ReportHtml } from '../ReportHtml.tsx';
import type { ReportPage } from '../ReportViewer.tsx';
import styles from '../reports.module.css';
import { type Built, definitionOf } from './definition.ts';

/** Previews the first page on real records, or says what is still missing. */
export function ReportPreview({ built }: { readonly built: Built }) {
  const api = useApi();
  const say = useMessage();
  const language = useLocale();
  const { Id: _, ...body } = definitionOf(built);
  const isReady = built.DataSet !== '' && built.ReportColumns.length > 0 && built.Parameters.length > 0;
  const { data, error } = useQuery({
    queryKey: ['report', 'preview', body, language],
    enabled: isReady,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.send<ReportPage>('POST', '/report/preview', body, { signal, intent: 'reads' }),
  });
  if (!isReady) return null;
  const handling = {
    label: say('building.preview'),
    follow: () => undefined,
    toggle: () => undefined,
    sort: () => undefined,
  };
  return (
    <Card id="preview" title={say('building.preview')} padding="flush">
      {error && (
        <p className={styles.find} role="alert">
          {error.message}
        </p>
      )}
      {data && !error && (
        <div className={`${areaStyles.tableBox} ${styles.viewer}`}>
          <ReportHtml html={data.Html} handling={handling} />
        </div>
      )}
    </Card>
  );
}
