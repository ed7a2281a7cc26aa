/** All key bindings. Listeners test presses here, and the help lists them. */

/** The parts of a DOM or React key event that bindings need. */
type Press = Readonly<Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>>;

type KeyBinding = {
  /** As printed on a keyboard; `Mod` is Ctrl, or ⌘ on Apple machines. */
  readonly keys: string;
  /** Whether a press matches. Absent if the browser or a library handles the key. */
  readonly is?: (press: Press) => boolean;
};

const withMod = (letter: string) => (press: Press) =>
  (press.ctrlKey || press.metaKey) && !press.altKey && press.key.toLowerCase() === letter;
const isPlain = ({ ctrlKey, metaKey, altKey }: Press) => !ctrlKey && !metaKey && !altKey;

/** The bindings in listed order; `ui.shortcuts.<name>` is the message that describes each. */
export const keyBindings = {
  palette: { keys: 'Mod K', is: (press) => withMod('k')(press) && !press.shiftKey },
  print: { keys: 'Mod P', is: (press) => withMod('p')(press) && !press.shiftKey },
  help: { keys: '?', is: (press) => press.key === '?' && isPlain(press) },
  navigation: { keys: 'Mod B', is: (press) => withMod('b')(press) && !press.shiftKey },
  save: {
    keys: 'Mod S',
    is: ({ ctrlKey, metaKey, key }) => (ctrlKey || metaKey) && key.toLowerCase() === 's',
  },
  undo: { keys: 'Mod Z', is: (press) => withMod('z')(press) && !press.shiftKey },
  redo: {
    keys: 'Mod Shift Z',
    is: (press) => (withMod('z')(press) && press.shiftKey) || withMod('y')(press),
  },
  why: { keys: 'Alt /', is: ({ altKey, key, code }) => altKey && (key === '/' || code === 'Slash') },
  'open-list': { keys: 'Alt ↓' },
  step: { keys: '↑ ↓' },
  'row-open': { keys: 'Enter', is: ({ key }) => key === 'Enter' },
  'row-select': { keys: 'Space', is: ({ key }) => key === ' ' },
  'row-copy': {
    keys: 'Mod C',
    is: ({ ctrlKey, metaKey, key }) => (ctrlKey || metaKey) && key.toLowerCase() === 'c',
  },
  regions: { keys: 'F6' },
  close: { keys: 'Esc' },
} satisfies Record<string, KeyBinding>;

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** The keys of a binding, as this machine prints them. */
export function keysOf(name: keyof typeof keyBindings): readonly string[] {
  const names: Readonly<Record<string, string>> = isApple() ? { Mod: '⌘', Alt: '⌥' } : { Mod: 'Ctrl' };
  return keyBindings[name].keys.split(' ').map((key) => names[key] ?? key);
}
