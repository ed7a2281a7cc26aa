import { X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { useMessage } from '../data/messages.tsx';
import { useTour } from '../data/tour.ts';
import { Button } from '../parts/Button.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './TourPanel.module.css';

/** The open step of the tour, above any page; the page stays usable. */
export function TourPanel() {
  const tour = useTour();
  const at = tour?.at;
  const step = at === undefined ? undefined : tour?.steps[at];
  if (!tour || at === undefined || !step) return null;
  return <OpenStep key={step.id} tour={tour} at={at} step={step} />;
}

type Tour = NonNullable<ReturnType<typeof useTour>>;
type Props = { readonly tour: Tour; readonly at: number; readonly step: Tour['steps'][number] };

function OpenStep({ tour, at, step }: Props) {
  const say = useMessage();
  const id = useId();
  const { pathname } = useLocation();
  const isThere = step.to === undefined || step.to === pathname;
  const heading = useFocus(isThere, tour.isTaken);
  const isLast = at === tour.steps.length - 1;
  usePointing(step.at);
  const close = () => {
    tour.close();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles.panel}
      data-screen-only
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className={styles.head}>
        <p className={styles.count}>{say('ui.tour.step', { step: at + 1, count: tour.steps.length })}</p>
        <IconButton icon={X} size="small" label={say('ui.tour.close')} onPress={close} />
      </div>
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className={styles.title}>
        {say(step.title)}
      </h2>
      <p id={`${id}-text`} className={styles.text}>
        {say(step.text)}
        {isLast && ` ${say('ui.tour.again')}`}
      </p>
      <div className={styles.actions}>
        {!isThere && (
          <Button tone="link" onPress={() => tour.go(at)}>
            {say('ui.tour.open')}
          </Button>
        )}
        <span className={styles.space} />
        {at > 0 && <Button onPress={() => tour.go(at - 1)}>{say('ui.tour.back')}</Button>}
        <Button tone="primary" onPress={() => (isLast ? close() : tour.go(at + 1))}>
          {say(isLast ? 'ui.tour.finish' : 'ui.tour.next')}
        </Button>
      </div>
    </section>
  );
}

/** How long a closing menu or dialog may take, in milliseconds. */
const closing = 250;

/** Focuses the heading of a new step, and again when its page has opened, which takes the focus. */
function useFocus(isThere: boolean, isTaken: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSettled = useRef(!isTaken);
  useEffect(() => {
    if (isSettled.current) return;
    isSettled.current = isThere;
    const focus = () => heading.current?.focus({ preventScroll: true });
    focus();
    // A menu or dialog that started the tour gives the focus back to its button as it closes.
    const later = setTimeout(() => {
      if (!heading.current?.parentElement?.contains(document.activeElement)) focus();
    }, closing);
    return () => clearTimeout(later);
  }, [isThere]);
  return heading;
}

/** Marks what the step points at, which the style sheet outlines. */
function usePointing(at = 'page'): void {
  useEffect(() => {
    document.documentElement.dataset.touring = at;
    return () => {
      delete document.documentElement.dataset.touring;
    };
  }, [at]);
}
