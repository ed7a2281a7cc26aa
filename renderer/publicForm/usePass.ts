import { useMemo } from 'react';
import type { Api } from '../data/createApi.ts';
import type { FormAddress } from './formAtAddress.ts';
import type { OpenForm } from './formTypes.ts';
import { readForm } from './loadForm.ts';
import { solveChallenge } from './solveChallenge.ts';

/** A solved challenge. */
export type Solved = { readonly Challenge: string; readonly Number: number };

/** Proves that a browser did some work, once for the files of an answer and the answer itself. */
export type Pass = {
  readonly solved: () => Promise<Solved>;
  /** Forgets one that the server no longer accepts. */
  readonly renew: () => void;
};

export function usePass(api: Api, at: FormAddress, form: OpenForm): Pass {
  return useMemo(() => {
    let first: Pick<OpenForm, 'Challenge' | 'Bits'> | undefined = form;
    let known: Promise<Solved> | undefined;
    const find = async (): Promise<Solved> => {
      const { Challenge, Bits } = first ?? ((await readForm(api, at)) as OpenForm);
      return { Challenge, Number: await solveChallenge(Challenge, Bits) };
    };
    return {
      solved: () => {
        known ??= find().catch((error: unknown) => {
          known = undefined;
          throw error;
        });
        return known;
      },
      renew: () => {
        first = undefined;
        known = undefined;
      },
    };
  }, [api, at, form]);
}
