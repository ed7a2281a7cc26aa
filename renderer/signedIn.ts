/** Code for signed-in people: the shell, and extensions, which need the shell to be loaded. */
import { extensions as engineSides } from 'virtual:extensions/engine';
import { extensions } from 'virtual:extensions/renderer';
import { addKindViews } from './fields/addKindViews.ts';

// Before the first model is compiled.
addKindViews(engineSides, extensions);

export { compileModel, SignedIn } from './pages/SignedIn.tsx';
export { extensions };
