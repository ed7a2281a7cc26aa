import { useParams, useSearchParams } from 'react-router';
import type { PrintFormatChange } from '#engine';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import { useWork } from '../work.tsx';
import { PrintEditor } from './PrintEditor.tsx';
import { formOfPrint, newPrint } from './printForm.ts';

/** A print format: new, in the draft, or shipped. */
export function PrintPage() {
  const { name = '' } = useParams();
  const [search] = useSearchParams();
  const { draft, model, bundle } = useWork();
  const entityId = name === 'new' ? (search.get('entity') ?? '') : (name.split('.')[0] ?? '');
  const entity = model.entities.get(entityId);
  if (!entity) return <NotFoundPage />;
  if (name === 'new')
    return <PrintEditor key={`new ${entityId}`} entity={entity} start={newPrint(model, entity)} isNew />;
  const change = findChange(draft.Changes, 'printFormat', name);
  if (change?.blocks)
    return <PrintEditor key={name} entity={entity} start={formOfPrint(change)} change={change} />;
  const shipped = declaredPrint(bundle.files, name);
  if (!shipped) return <NotFoundPage />;
  const isClosed = shipped.open !== true;
  return (
    <PrintEditor
      key={name}
      entity={entity}
      start={formOfPrint(shipped.change)}
      change={change}
      isClosed={isClosed}
    />
  );
}

type Declared = { readonly id: string; readonly open?: boolean; readonly overlay?: string };

/** As it is written in the declarations. */
function declaredPrint(
  files: readonly { readonly json: unknown }[],
  name: string,
): { readonly change: PrintFormatChange; readonly open: boolean | undefined } | undefined {
  for (const { json } of files) {
    const { printFormats = [] } = json as { printFormats?: readonly Declared[] };
    const found = printFormats.find(({ id }) => id === name);
    if (!found) continue;
    const { id, open, overlay: _, ...words } = found;
    return { change: { kind: 'printFormat', name: id, ...words } as PrintFormatChange, open };
  }
  return undefined;
}
