import { defineExtension } from '#server/extension';
import { extendLoan } from './extendLoan.ts';

export default defineExtension({ id: 'lending', actions: { 'loan.extend': extendLoan } });
