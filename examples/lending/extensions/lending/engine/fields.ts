import { defineExtension } from '#engine';
import { weight } from './weight.ts';

export default defineExtension({ id: 'lending', fields: [weight] });
