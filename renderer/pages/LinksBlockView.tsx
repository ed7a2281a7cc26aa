import { ChevronRight } from 'lucide-react';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { useText } from '../data/useText.ts';
import type { BlockProps } from '../extension/blockProps.ts';
import { Card } from '../parts/Card.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import styles from './LinksBlockView.module.css';

/** Links to related screens. */
export function LinksBlockView({ block, scope }: BlockProps<'links'>) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const { Features } = useUser();
  const links = block.links.filter((link) => allows(link.access, Features));
  return (
    <Card title={title || undefined} id={block.id}>
      {links.length > 0 && (
        <ul className={styles.list}>
          {links.map((link) => (
            <li key={link.label} className={styles.item}>
              <Link to={fillPath(link.to, scope)} look="quiet">
                {say(link.label)}
              </Link>
              <Icon icon={ChevronRight} size="small" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
