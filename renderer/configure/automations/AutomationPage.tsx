import { useParams, useSearchParams } from 'react-router';
import { useUser } from '../../data/App.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import { useWork } from '../work.tsx';
import { AutomationEditor } from './AutomationEditor.tsx';
import { emptyAutomation, formOfAutomation } from './automationForm.ts';
import { ShippedAutomation } from './ShippedAutomation.tsx';

/** An automation: new, in the draft, or shipped. */
export function AutomationPage() {
  const { name = '' } = useParams();
  const [search] = useSearchParams();
  const { draft, model } = useWork();
  const { UserName } = useUser();
  const entityId = name === 'new' ? (search.get('entity') ?? '') : (name.split('.')[0] ?? '');
  const entity = model.entities.get(entityId);
  if (!entity) return <NotFoundPage />;
  if (name === 'new') {
    const start = emptyAutomation(entity.id, UserName);
    const isButton = search.get('on') === 'button';
    const given = isButton ? { ...start, when: { on: 'button' as const } } : start;
    return <AutomationEditor key="new" entity={entity} start={given} isNew />;
  }
  const change = findChange(draft.Changes, 'automation', name);
  if (change?.then) return <AutomationEditor key={name} entity={entity} start={formOfAutomation(change)} />;
  const shipped = entity.automations.find(({ id }) => id === name);
  return shipped ? <ShippedAutomation automation={shipped} change={change} /> : <NotFoundPage />;
}
