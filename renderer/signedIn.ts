/** Code for signed-in people: the shell, and extensions, which need the shell to be loaded. */
export { extensions } from 'virtual:extensions/renderer';
export { compileModel, SignedIn } from './pages/SignedIn.tsx';
