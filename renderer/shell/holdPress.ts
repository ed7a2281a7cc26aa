type Press = { readonly on: HTMLElement; readonly pointer: number; readonly x: number; readonly y: number };

/** What is pressed by releasing the mouse over it; what opens at the press itself is left to itself. */
const pressable = 'button:not([aria-haspopup]), a[href]';

/** How far a hand moves during a press, in pixels. */
const stillness = 4;

/**
 * A press belongs to the button it began on. While a page is filling, what is above may grow between the press and its
 * release: the button is gone from under the mouse, and the browser gives the click to whatever holds both places, as a
 * row, which then opens. The button gets it instead, unless the mouse was moved away from it, which means no.
 * Returns what ends it.
 */
export function holdPress(): () => void {
  let press: Press | undefined;
  const begin = (event: PointerEvent) => {
    press = undefined;
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const on = event.target.closest<HTMLElement>(pressable);
    if (on) press = { on, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const end = (event: PointerEvent) => {
    const held = press;
    press = undefined;
    if (!held || held.pointer !== event.pointerId || isWithin(event.target, held.on)) return;
    const swallow = (click: MouseEvent) => {
      if (!isWithin(click.target, held.on)) click.stopPropagation();
    };
    window.addEventListener('click', swallow, { capture: true, once: true });
    // After the browser's own click, where there is one.
    setTimeout(() => {
      window.removeEventListener('click', swallow, { capture: true });
      if (isStill(held, event) && hasMoved(held)) held.on.click();
    });
  };
  window.addEventListener('pointerdown', begin, { capture: true });
  window.addEventListener('pointerup', end, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', begin, { capture: true });
    window.removeEventListener('pointerup', end, { capture: true });
  };
}

function isWithin(target: EventTarget | null, element: HTMLElement): boolean {
  return target instanceof Node && element.contains(target);
}

function isStill({ x, y }: Press, { clientX, clientY }: PointerEvent): boolean {
  return Math.hypot(clientX - x, clientY - y) <= stillness;
}

/** Whether the button itself went from under the mouse, and not something came over it. */
function hasMoved({ on, x, y }: Press): boolean {
  if (!on.isConnected) return false;
  const { left, right, top, bottom } = on.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
