import { useParams, useSearchParams } from 'react-router';
import type { PublicFormChange, PublicFormModel } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import { Page } from '../Page.tsx';
import { useKeep } from '../useKeep.ts';
import { useWork } from '../work.tsx';
import { FormEditor } from './FormEditor.tsx';
import { emptyForm, formOfChange } from './publicFormForm.ts';
import { ShareCard } from './ShareCard.tsx';

const back = '/configure/forms';

/** A public form: new, in the draft, or shipped. */
export function FormPage() {
  const { name = '' } = useParams();
  const [search] = useSearchParams();
  const { draft, model } = useWork();
  const entityId = name === 'new' ? (search.get('entity') ?? '') : (name.split('.')[0] ?? '');
  const entity = model.entities.get(entityId);
  if (!entity) return <NotFoundPage />;
  if (name === 'new') return <FormEditor key="new" entity={entity} start={emptyForm(entity)} isNew />;
  const change = findChange(draft.Changes, 'publicForm', name);
  if (change?.fields) return <FormEditor key={name} entity={entity} start={formOfChange(change)} />;
  const shipped = entity.publicForms.find(({ id }) => id === name);
  return shipped ? <ShippedForm form={shipped} change={change} /> : <NotFoundPage />;
}

type Props = { readonly form: PublicFormModel; readonly change: PublicFormChange | undefined };

/** A form of the application, which can be closed if it is open to changes. */
function ShippedForm({ form, change }: Props) {
  const [say, locale] = [useMessage(), useLocale()];
  const { say: label, model } = useWork();
  const { id, entity, title, open, off, fields } = form;
  const { keep, takeOut, isBusy } = useKeep({
    changes: [{ kind: 'publicForm', name: id, off: true }],
    own: change ? [change] : [],
    back,
  });
  const labels = fields.map(({ field }) =>
    label(model.entities.get(entity)?.fieldByPath.get(field)?.label ?? field),
  );
  return (
    <Page
      title={title[locale]}
      crumbs={[{ label: say('configure.nav.forms'), to: back }]}
      actions={
        open && (
          <Button busy={isBusy} onPress={() => void (off ? takeOut() : keep())}>
            {say(off ? 'configure.form.reopen' : 'configure.form.close')}
          </Button>
        )
      }
    >
      <Card title={say('configure.form.shipped')} id="form-shipped">
        <p>{labels.join(', ')}</p>
      </Card>
      <ShareCard id={id} />
    </Page>
  );
}
