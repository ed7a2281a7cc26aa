import type { PublicFormModel } from '#engine';
import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { findChange } from '../changes.ts';
import { NewAbout } from '../NewAbout.tsx';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { type FormFacts, useFormFacts } from './useFormFacts.ts';

/** All public forms of the draft, with what those in force have received. */
export function FormsPage() {
  const say = useMessage();
  const { model } = useWork();
  const rows = [...model.entities.values()].flatMap(({ publicForms }) => publicForms);
  const columns = useColumns(useFormFacts());
  return (
    <Page title={say('configure.nav.forms')} note={say('configure.forms.note')}>
      <NewAbout
        id="form-entity"
        label={say('configure.forms.new-about')}
        button={say('configure.forms.new')}
        to="/configure/forms/new"
      />
      {rows.length === 0 ? (
        <EmptyState title={say('configure.forms.none')} />
      ) : (
        <Card padding="flush">
          <PlainTable
            label={say('configure.nav.forms')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
          />
        </Card>
      )}
    </Page>
  );
}

function useColumns(facts: ReadonlyMap<string, FormFacts>): readonly PlainColumn<PublicFormModel>[] {
  const [say, locale, formats] = [useMessage(), useLocale(), useFormats()];
  const { draft, model, say: label } = useWork();
  return [
    {
      ...{ id: 'title', title: say('configure.form'), isHead: true },
      cell: ({ id, title }) => (
        <span className={area.line}>
          <Link to={`/configure/forms/${encodeURIComponent(id)}`}>{title[locale]}</Link>
          {findChange(draft.Changes, 'publicForm', id) && <Badge tone="accent">{say('configure.own')}</Badge>}
        </span>
      ),
    },
    {
      ...{ id: 'entity', title: say('configure.form.entity') },
      cell: ({ entity }) => label(model.entities.get(entity)?.plural ?? ''),
    },
    { ...{ id: 'address', title: say('configure.form.address') }, cell: ({ address }) => `/f/${address}` },
    {
      ...{ id: 'state', title: say('configure.form.state') },
      cell: ({ id, off }) => {
        const state = off ? 'closed' : facts.has(id) ? 'open' : 'draft';
        return (
          <Badge tone={state === 'open' ? 'success' : 'neutral'}>{say(`configure.form.is-${state}`)}</Badge>
        );
      },
    },
    {
      ...{ id: 'answers', title: say('configure.form.answers') },
      cell: ({ id }) => {
        const found = facts.get(id);
        return found ? say('configure.form.received', { total: found.Total, recent: found.Recent }) : '–';
      },
    },
    {
      ...{ id: 'last', title: say('configure.form.last') },
      cell: ({ id }) => {
        const last = facts.get(id)?.Last;
        return last ? formats.dateTime(last) : '–';
      },
    },
  ];
}

/** What a new form is about. */
