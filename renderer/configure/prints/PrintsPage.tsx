import type { PrintFormatModel } from '#engine';
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

/** All print formats of the draft. */
export function PrintsPage() {
  const say = useMessage();
  const { model } = useWork();
  const rows = [...model.entities.values()].flatMap(({ printFormats }) => printFormats);
  const columns = useColumns();
  return (
    <Page
      title={say('configure.nav.prints')}
      note={say('configure.prints.note')}
      actions={
        <NewAbout
          id="print-entity"
          label={say('configure.print.entity')}
          button={say('configure.prints.new')}
          to="/configure/prints/new"
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={say('configure.prints.none')} />
      ) : (
        <Card padding="flush">
          <PlainTable
            label={say('configure.nav.prints')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
          />
        </Card>
      )}
    </Page>
  );
}

function useColumns(): readonly PlainColumn<PrintFormatModel>[] {
  const say = useMessage();
  const locale = useLocale();
  const { draft, model, say: label } = useWork();
  return [
    {
      id: 'title',
      title: say('configure.print'),
      isHead: true,
      cell: ({ id, title }) => (
        <span className={area.line}>
          <Link to={`/configure/prints/${encodeURIComponent(id)}`}>{title[locale]}</Link>
          {findChange(draft.Changes, 'printFormat', id) && (
            <Badge tone="accent">{say('configure.own')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'entity',
      title: say('configure.print.entity'),
      cell: ({ entity }) => label(model.entities.get(entity)?.plural ?? ''),
    },
    { id: 'for', title: say('configure.print.for'), cell: (one) => say(`configure.print.for.${one.for}`) },
    {
      id: 'default',
      title: say('configure.print.default'),
      cell: ({ isDefault }) => (isDefault ? say('ui.yes') : say('ui.no')),
    },
    {
      id: 'state',
      title: say('configure.print.state'),
      cell: ({ off }) => (
        <Badge tone={off ? 'neutral' : 'success'}>{say(`configure.print.${off ? 'off' : 'offered'}`)}</Badge>
      ),
    },
  ];
}
