import { type RefObject, useEffect, useRef, useState } from 'react';
import { Page, Section } from '../foundations/Page.tsx';
import styles from './find.module.css';
import { type Need, needs } from './needs.ts';
import { PageSearch } from './PageSearch.tsx';

/** The index by need, with a live picture of each answer. */
export function Needs() {
  return (
    <Page
      title="Find by need"
      lead="Start from what a person has to do. Each picture is the running story; open it for its states, its keys and its declaration."
    >
      <PageSearch />
      {needs.map(({ title, needs: own }) => (
        <Section key={title} title={title}>
          <ul className={styles.needs}>
            {own.map((need) => (
              <li key={need.need}>
                <NeedCard {...need} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}

function NeedCard({ need, answer, story, unless }: Need) {
  const page = story.split('--')[0];
  const picture = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(picture);
  return (
    <article className={styles.need}>
      <div className={styles.picture} inert ref={picture}>
        {isSeen && (
          <iframe
            src={`iframe.html?id=${story}&viewMode=story&globals=framed:yes`}
            title={`${answer}, as it is`}
            tabIndex={-1}
          />
        )}
      </div>
      <h3>{need}</h3>
      <p>
        <a href={`./?path=/docs/${page}--overview`} target="_top">
          {answer}
        </a>
      </p>
      {unless && <p className={styles.unless}>{unless}</p>}
    </article>
  );
}

/** Whether it has been in sight: forty stories at once are too many for a browser. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, place]);
  return isSeen;
}
