import { useApi } from '../../data/App.tsx';
import type { JobEnd } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { saveBlob } from '../../data/saveBlob.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import styles from '../bulk.module.css';
import { type FileColumn, findingsOf } from './useImport.ts';

type Props = {
  readonly end: JobEnd & { readonly job: string };
  readonly columns: readonly FileColumn[];
};

/** What the trial found: the counts, or each finding with its row and column. */
export function ImportFindings({ end, columns }: Props) {
  const say = useMessage();
  const api = useApi();
  if (end.Status === 'cancelled') return null;
  if (end.Status === 'done')
    return (
      <div role="status">
        <p>{say('ui.import.ready')}</p>
        <ul className={styles.verdicts}>
          {(end.Result?.Notes ?? []).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    );
  const findings = findingsOf(end.Problem, columns);
  const save = async () =>
    saveBlob(await api.download(`/notification/${end.job}/findings`), `${say('ui.import.findings')}.csv`);
  return (
    <>
      <p className={styles.problem} role="alert">
        {findings.length > 0 ? say('ui.import.refused') : end.Problem?.Message}
      </p>
      {findings.length > 0 && (
        <div className={area.tableBox}>
          <table className={area.table} aria-label={say('ui.import.findings')}>
            <thead>
              <tr>
                {['row', 'column', 'message'].map((name) => (
                  <th key={name} scope="col">
                    {say(`ui.import.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {findings.map(({ cell, row, column, text }) => (
                <tr key={`${cell} ${text}`}>
                  <td>{row}</td>
                  <td>{column}</td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {findings.length > 0 && (
        <Button tone="link" onPress={() => void save()}>
          {say('ui.import.all')}
        </Button>
      )}
    </>
  );
}
