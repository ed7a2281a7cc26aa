import { Download } from 'lucide-react';
import { useState } from 'react';
import type { GridBlock, GridSnapshot } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { useDialogs } from '../data/dialogs.tsx';
import { useLocale, useMessage } from '../data/messages.tsx';
import { printEntries } from '../data/printMenu.ts';
import { findRoute } from '../data/queries.ts';
import { saveBlob } from '../data/saveBlob.ts';
import { usePrint } from '../data/usePrint.ts';
import { useWidgets } from '../extension/widgets.ts';
import { IconButton } from '../parts/IconButton.tsx';
import { Menu } from '../parts/Menu.tsx';

type Props = {
  readonly block: GridBlock;
  readonly snapshot: GridSnapshot;
  /** The query that the shown rows answer. */
  readonly address: string;
};

/** Exports all rows found, with the current filters, order and columns, in the person's language. */
export function GridExport({ block, snapshot, address }: Props) {
  const say = useMessage();
  const api = useApi();
  const dialogs = useDialogs();
  const model = useModel();
  const locale = useLocale();
  const { Features, Roles } = useUser();
  const { prints } = useWidgets();
  const { isBusy: isPrinting, print } = usePrint();
  const [isBusy, setBusy] = useState(false);
  // Only find routes support exports.
  if (!findRoute(model, block.find)) return null;
  const entity = model.entities.get(block.entity);
  if (!entity || !allows(entity.policy.export, Features)) return null;
  const save = async (kind: string) => {
    setBusy(true);
    try {
      const content = await api.download(`${address}&${exportQuery(block, snapshot, say)}&$export=${kind}`);
      saveBlob(content, content instanceof File ? content.name : `${say('ui.export')}.${kind}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dialogs.alert(error.message);
    } finally {
      setBusy(false);
    }
  };
  const offer = { model, entity, kind: 'list', roles: Roles, locale, say } as const;
  const formats = prints
    ? printEntries(offer, ({ query, title }) =>
        print(`${address}&${exportQuery(block, snapshot, say)}&$export=pdf&${query}`, title),
      )
    : [];
  const label = say(isBusy || isPrinting ? 'ui.export.busy' : 'ui.export');
  return (
    <Menu
      label={say('ui.export')}
      trigger={<IconButton size="small" icon={Download} label={label} disabled={isBusy || isPrinting} />}
      entries={[
        ...['xlsx', 'csv'].map((kind) => ({
          id: kind,
          label: say(`ui.export.${kind}`),
          section: '',
          onAction: () => void save(kind),
        })),
        ...formats,
      ]}
    />
  );
}

/** The visible columns from left to right, with their titles. */
function exportQuery(block: GridBlock, snapshot: GridSnapshot, say: (key: string) => string): string {
  const query = new URLSearchParams();
  for (const path of snapshot.order.filter((one) => !snapshot.hidden.includes(one))) {
    const column = block.columns.find((one) => one.path === path);
    if (!column) continue;
    query.append('exportColumns', path);
    query.append('exportTitles', say(column.title));
  }
  return query.toString();
}
