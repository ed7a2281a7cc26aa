let isPressing = false;

if (typeof window !== 'undefined') {
  const follow = (type: string, next: boolean) => {
    const set = () => {
      isPressing = next;
    };
    window.addEventListener(type, set, { capture: true });
  };
  follow('pointerdown', true);
  follow('pointerup', false);
  follow('pointercancel', false);
}

/**
 * Runs at once, or while a mouse button is down, when it is up again. A press on Save takes the focus from a field; if
 * the field's message moved the page in that moment, the button would no longer be under the mouse at the release.
 */
export function afterPress(run: () => void): void {
  if (!isPressing) {
    run();
    return;
  }
  const end = () => {
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    // After the click that ends the press.
    setTimeout(run);
  };
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
