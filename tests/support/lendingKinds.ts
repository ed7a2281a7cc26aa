/** Adds the field kinds of examples/lending; import it before anything that compiles that application. */
import { addKinds } from '#engine';
import lending from '../../examples/lending/extensions/lending/engine/fields.ts';

addKinds([lending]);
