/** Whether this is a machine of Apple's: its main key is ⌘. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** The keys of the command palette, as they are printed. */
export function paletteKeys(): string {
  return isApple() ? '⌘K' : 'Ctrl K';
}
