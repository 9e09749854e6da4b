import { useEffect } from 'react';
import type { Proof } from '@inkling/contracts';
import { ApiFailure } from '../../lib/api';
import { createStore, useStore } from '../../lib/store';

/** The person closed the question, so the act did not happen. They know, and no message needs to say it. */
export class ProofDeclined extends Error {}

/** A question whether it is really the account's owner who acts. */
export interface ProofQuestion {
  /** Counts the questions, so that each begins with an empty form. */
  id: number;
  /** What the account can prove itself with. */
  proofs: readonly Proof[];
  answer: (proved: boolean) => void;
}

const asked = createStore<ProofQuestion | null>(null);
/** The question on screen, which several acts may wait for. */
let asking: Promise<boolean> | null = null;
let questions = 0;
/** Dialogs that can ask. */
let dialogs = 0;

function ask(proofs: readonly Proof[]): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => asked.set({ id: ++questions, proofs, answer })).finally(() => {
    asking = null;
    asked.set(null);
  });
  return asking;
}

/**
 * Runs a sensitive act. Where the server wants to know first that the account's owner is there (`proof-needed`), asks
 * the person and runs the act again.
 * @throws ProofDeclined when the person closed the question; what the act throws otherwise
 */
async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'proof-needed' || dialogs === 0) throw error;
    if (!(await ask((error.body?.proofs ?? []) as Proof[]))) throw new ProofDeclined();
  }
  return act();
}

/**
 * Wraps calls that the server may refuse with `proof-needed`: `prove(() => call(routes.x))`. The page renders a
 * `ProofDialog`.
 */
export const useProof = (): typeof withProof => withProof;

/** The question to show, for the one dialog of a page. */
export function useProofQuestion(): ProofQuestion | null {
  useEffect(() => {
    dialogs++;
    return () => {
      dialogs--;
      // Leaving the page declines.
      if (dialogs === 0) asked.get()?.answer(false);
    };
  }, []);
  return useStore(asked);
}
