import { Pencil } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { AreaSearch } from '../AreaSearch.tsx';
import { findChange } from '../changes.ts';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { TextDialog } from './TextDialog.tsx';
import { type FoundText, findTexts, formsOf } from './textSearch.ts';

/** Most results shown; a narrower search finds the others. */
const shownAtOnce = 50;

/** All texts of the application: messages, buttons, headings. */
export function TextsPage() {
  const say = useMessage();
  const { model } = useWork();
  const [search, setSearch] = useState('');
  const [edited, edit] = useState<FoundText>();
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findTexts(model, wanted), [model, wanted]);
  const columns = useColumns(edit);
  return (
    <Page title={say('configure.nav.texts')} note={say('configure.texts.note')}>
      <AreaSearch
        id="text-search"
        label={say('configure.texts.search')}
        value={search}
        onChange={setSearch}
      />
      <p role="status" className={styles.quiet}>
        {found.length > 0 &&
          say('configure.texts.found', { count: found.length, shown: Math.min(found.length, shownAtOnce) })}
      </p>
      {found.length === 0 ? (
        <EmptyState title={say('ui.no-results')} />
      ) : (
        <Card padding="flush">
          <PlainTable
            label={say('configure.nav.texts')}
            columns={columns}
            rows={found.slice(0, shownAtOnce)}
            rowId={({ key }) => key}
          />
        </Card>
      )}
      {edited && <TextDialog found={edited} onClose={() => edit(undefined)} />}
    </Page>
  );
}

function useColumns(edit: (found: FoundText) => void): readonly PlainColumn<FoundText>[] {
  const say = useMessage();
  const { draft } = useWork();
  return [
    {
      id: 'en-CA',
      title: say('configure.language.en-CA'),
      cell: ({ texts }) => formsOf(texts['en-CA']).join(' / '),
    },
    {
      id: 'fr-CA',
      title: say('configure.language.fr-CA'),
      cell: ({ texts }) => formsOf(texts['fr-CA']).join(' / '),
    },
    {
      id: 'key',
      title: say('configure.stored-name'),
      isHead: true,
      cell: ({ key }) => (
        <span className={styles.stack}>
          <code className={styles.code}>{key}</code>
          {findChange(draft.Changes, 'message', key) && (
            <Badge tone="accent">{say('configure.adjusted')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'edit',
      title: say('configure.actions'),
      cell: (found) => (
        <IconButton
          icon={Pencil}
          size="small"
          label={say('configure.texts.edit', { key: found.key })}
          onPress={() => edit(found)}
        />
      ),
    },
  ];
}
