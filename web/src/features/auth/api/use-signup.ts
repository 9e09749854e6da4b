import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignupBody } from '@inkling/contracts';

/** Loads what signing up takes; people who log in never need it. */
const load = () => import('./signup');

/** Creates an account; see `signUp`. */
export function useSignup() {
  const client = useQueryClient();
  return useMutation({ mutationFn: async (body: SignupBody) => (await load()).signUp(client, body) });
}

/** Called when the form is first touched: loads the code, and begins the work that a sign-up costs. */
export async function prepareSignup(): Promise<void> {
  await load();
  const { prepareWork } = await import('../../../lib/proof-of-work/prepared-work');
  void prepareWork('sign-up');
}
