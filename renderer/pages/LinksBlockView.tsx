import { ChevronRight } from 'lucide-react';
import type { LinksBlock } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import { Card } from '../parts/Card.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import type { BlockProps } from './blockProps.ts';
import styles from './LinksBlockView.module.css';

type LinkModel = LinksBlock['links'][number];

/** The ways on from a screen. Those without an address yet stand below, under the note that says why. */
export function LinksBlockView({ block, scope }: BlockProps<'links'>) {
  const title = useText(block.title, scope);
  const { Features } = useUser();
  const links = block.links.filter((link) => allows(link.access, Features));
  const open = links.filter((link) => link.to);
  return (
    <Card title={title || undefined} id={block.id}>
      {open.length > 0 && <OpenLinks links={open} scope={scope} />}
      {byNote(links.filter((link) => !link.to)).map(([note, closed]) => (
        <ClosedLinks key={note} note={note} links={closed} />
      ))}
    </Card>
  );
}

function OpenLinks({ links, scope }: { links: readonly LinkModel[]; scope: ScreenScope }) {
  const say = useMessage();
  return (
    <ul className={styles.list}>
      {links.map((link) => (
        <li key={link.label} className={styles.item}>
          <Link to={fillPath(link.to ?? '/', scope)} look="quiet">
            {say(link.label)}
          </Link>
          {link.note && <span className={styles.note}>{say(link.note)}</span>}
          <Icon icon={ChevronRight} size="small" />
        </li>
      ))}
    </ul>
  );
}

function ClosedLinks({ note, links }: { note: string; links: readonly LinkModel[] }) {
  const say = useMessage();
  return (
    <div className={styles.closed}>
      {note && <p className={styles.note}>{say(note)}</p>}
      <ul className={styles.names}>
        {links.map((link) => (
          <li key={link.label} className={styles.name}>
            {say(link.label)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One line for a reason that many links share. */
function byNote(links: readonly LinkModel[]): readonly (readonly [string, readonly LinkModel[]])[] {
  const groups = new Map<string, LinkModel[]>();
  for (const link of links) groups.set(link.note ?? '', [...(groups.get(link.note ?? '') ?? []), link]);
  return [...groups];
}
