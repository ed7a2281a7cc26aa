import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { formatsFor } from '../../data/formats.ts';
import type { Intent } from '../../data/intents.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { useDialogSend } from '../../parts/dialogSend.ts';
import { type PastImport, useImportJob } from './useImport.ts';

type Props = { readonly entity: string; readonly items: readonly PastImport[] };

const columns = ['file', 'when', 'who', 'status'];

/** The latest imports, each of which can be undone. */
export function PastImports({ entity, items }: Props) {
  const say = useMessage();
  const formats = formatsFor(useLocale());
  const undo = useUndo(entity);
  const send = useDialogSend();
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{say('ui.import.recent')}</h3>
      <div className={area.tableBox}>
        <table className={area.table} aria-label={say('ui.import.recent')}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {say(`ui.import.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.Id}>
                <th scope="row">{item.FileName}</th>
                <td>{formats.dateTime(item.CreatedDate)}</td>
                <td>
                  <PersonName userName={item.CreatedBy} />
                </td>
                <td>
                  {say(`ui.import.status.${item.Status}`)}
                  {item.Status !== 'running' &&
                    `: ${say('ui.import.counts', { created: item.Created ?? 0, updated: item.Updated ?? 0 })}`}
                </td>
                <td>
                  {item.CanUndo && (
                    <Button size="small" tone="caution" onPress={() => send((intent) => undo(item, intent))}>
                      {say('ui.import.undo')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function useUndo(entity: string) {
  const [api, dialogs, say] = [useApi(), useDialogs(), useMessage()];
  const runJob = useImportJob();
  return async ({ Id, FileName }: PastImport, intent: Intent) => {
    const isSure = await dialogs.confirm(say('ui.import.undo.confirm', { file: FileName }), {
      yes: say('ui.import.undo'),
      tone: 'danger',
    });
    if (!isSure) return;
    const path = `/import/${entity}/${Id}/undo`;
    const { JobId } = await api.send<{ JobId: string }>('POST', path, undefined, { intent });
    await runJob({ job: JobId, title: say('ui.import.undoing'), success: 'ui.import.undone' });
  };
}
