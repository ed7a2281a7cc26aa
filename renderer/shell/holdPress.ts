type Press = { readonly on: HTMLElement; readonly pointer: number; readonly x: number; readonly y: number };

/** Pressed on release of the mouse; menu buttons open on press, so they are excluded. */
const pressable = 'button:not([aria-haspopup]), a[href]';

/** Movement allowed during a press, in pixels. */
const stillness = 4;

/**
 * Gives a click to the button on which it began. While a page loads, content above may shift a button between
 * press and release; the browser would then click their common ancestor, such as a row, which would open.
 * Moving the mouse away still cancels. Returns a function that removes the listeners.
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
    // After the browser's own click, if any.
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

/** Whether the button itself moved from under the mouse, rather than being covered. */
function hasMoved({ on, x, y }: Press): boolean {
  if (!on.isConnected) return false;
  const { left, right, top, bottom } = on.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
