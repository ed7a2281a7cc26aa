/** Code for signed-in people: the shell, and extensions, which need the shell to be loaded. */
import { extensions as engineSides } from 'virtual:extensions/engine';
import { extensions as drawing } from 'virtual:extensions/renderer';
import { addKindViews } from './fields/addKindViews.ts';

export { compileModel, SignedIn } from './pages/SignedIn.tsx';

// An export, because a build drops modules that only have effects. Evaluated before the first model is compiled.
export const extensions = addKindViews(engineSides, drawing);
