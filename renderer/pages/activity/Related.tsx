import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import styles from './activity.module.css';
import { type About, useAround } from './useAround.ts';

type Referring = {
  readonly Of: string;
  readonly Entity: string;
  readonly EntityName: string;
  readonly FieldName: string;
  readonly Count: number;
};
type Page = {
  readonly Items: readonly { readonly Id: string; readonly Name: string; readonly Page: string | null }[];
  readonly TotalItems: number;
};

const pageSize = 20;

/** The records that refer to this one, as far as the person may see them. */
export function Related({ about }: { about: About }) {
  const say = useMessage();
  const { data } = useAround<{ Items: readonly Referring[] }>(about, '/related');
  return (
    <Card title={say('activity.related')} id="activity-related">
      {data?.Items.length === 0 && <p className={styles.note}>{say('activity.related.none')}</p>}
      {data?.Items.map((one) => (
        <Group key={one.Of} about={about} one={one} isOnly={isOnlyOf(one, data.Items)} />
      ))}
    </Card>
  );
}

/** Whether no other field of its entity refers to the record, so that the field need not be named. */
const isOnlyOf = ({ Entity }: Referring, all: readonly Referring[]): boolean =>
  all.filter((other) => other.Entity === Entity).length === 1;

function Group({ about, one, isOnly }: { about: About; one: Referring; isOnly: boolean }) {
  const say = useMessage();
  const { number } = useFormats();
  const [isOpen, open] = useState(false);
  const id = `related-${one.Of.replace('.', '-')}`;
  const title = isOnly
    ? one.EntityName
    : say('activity.related.of', { entity: one.EntityName, field: one.FieldName });
  return (
    <section className={styles.group}>
      <Button
        tone="quiet"
        icon={<Icon icon={isOpen ? ChevronDown : ChevronRight} />}
        expanded={isOpen}
        controls={id}
        onPress={() => open(!isOpen)}
      >
        {title} <span className={styles.note}>{number(one.Count)}</span>
      </Button>
      <div id={id}>{isOpen && <Pages about={about} of={one.Of} label={title} />}</div>
    </section>
  );
}

function Pages({ about, of, label }: { about: About; of: string; label: string }) {
  const say = useMessage();
  const [pages, setPages] = useState(1);
  return (
    <>
      <ul className={styles.related} aria-label={label}>
        {Array.from({ length: pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number of the page is its identity
          <Records key={index} about={about} of={of} page={index + 1} />
        ))}
      </ul>
      <More
        about={about}
        of={of}
        pages={pages}
        onMore={() => setPages(pages + 1)}
        label={say('activity.related.more')}
      />
    </>
  );
}

type PageProps = { readonly about: About; readonly of: string; readonly page: number };

function Records({ about, of, page }: PageProps) {
  const say = useMessage();
  const { data } = useAround<Page>(about, `/related/${of}?page=${page}`);
  return (data?.Items ?? []).map(({ Id, Name, Page }) => (
    <li key={Id}>{Page ? <Link to={Page}>{Name || say('activity.related.unnamed')}</Link> : Name}</li>
  ));
}

type MoreProps = Omit<PageProps, 'page'> & {
  readonly pages: number;
  readonly label: string;
  readonly onMore: () => void;
};

function More({ about, of, pages, label, onMore }: MoreProps) {
  const { data } = useAround<Page>(about, `/related/${of}?page=${pages}`);
  if (!data || data.TotalItems <= pages * pageSize) return null;
  return (
    <Button tone="quiet" onPress={onMore}>
      {label}
    </Button>
  );
}
