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
 * Runs at once, or after a held mouse button is released. A press on Save blurs a field; if the field's
 * message shifted the page then, the button would have moved from under the pointer by the release.
 */
export function afterPress(run: () => void): void {
  if (!isPressing) {
    run();
    return;
  }
  const end = () => {
    window.removeEventListener('pointerup', end, { capture: true });
    window.removeEventListener('pointercancel', end, { capture: true });
    // After the click that ends the press.
    setTimeout(run);
  };
  window.addEventListener('pointerup', end, { capture: true });
  window.addEventListener('pointercancel', end, { capture: true });
}
