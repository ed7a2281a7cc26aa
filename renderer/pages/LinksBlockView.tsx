import { ChevronRight } from 'lucide-react';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { useText } from '../data/useText.ts';
import { Card } from '../parts/Card.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import type { BlockProps } from './BlockView.tsx';
import styles from './LinksBlockView.module.css';

/** The ways on from a screen. One without an address says why it cannot be gone yet. */
export function LinksBlockView({ block, scope }: BlockProps<'links'>) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const { Features } = useUser();
  const links = block.links.filter((link) => allows(link.access, Features));
  return (
    <Card title={title || undefined} id={block.id} padding="flush">
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={link.label} className={styles.item} data-state={link.to ? 'open' : 'closed'}>
            {link.to ? (
              <Link to={fillPath(link.to, scope)} look="quiet">
                {say(link.label)}
              </Link>
            ) : (
              <span>{say(link.label)}</span>
            )}
            {link.note && <span className={styles.note}>{say(link.note)}</span>}
            {link.to && <Icon icon={ChevronRight} size="small" />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
