import { useMessage } from '../data/messages.tsx';
import { useDisplay } from './display.tsx';
import { type Command, shellCommands } from './paletteCommands.ts';
import { useSignOut } from './useSignOut.ts';

/** The shell's own lines of the palette. */
export function useShellCommands(): readonly Command[] {
  const say = useMessage();
  const { locale, setLocale, theme, setTheme } = useDisplay();
  const signOut = useSignOut();
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return shellCommands(say, {
    isDark,
    theme: () => setTheme(isDark ? 'light' : 'dark'),
    language: () => setLocale(locale === 'en-CA' ? 'fr-CA' : 'en-CA'),
    signOut: () => void signOut(),
  });
}
