/** What a person who is signed in needs: the shell, and the extensions, whose code expects the shell's to be there. */
export { extensions } from 'virtual:extensions/renderer';
export { compileModel, SignedIn } from './pages/SignedIn.tsx';
