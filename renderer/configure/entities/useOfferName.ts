import { useMessage } from '../../data/messages.tsx';
import { useWork } from '../work.tsx';
import type { RowOffer } from './rowOffers.ts';

/** A rule in words: “Records whose dealer is theirs”. */
export function useOfferName() {
  const say = useMessage();
  const { say: label } = useWork();
  return ({ kind, fields }: RowOffer): string =>
    say(`configure.rows.${kind}`, { field: fields.map((field) => label(field.label)).join(' › ') });
}
