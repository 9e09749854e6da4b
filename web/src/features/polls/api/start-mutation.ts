import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/**
 * Starts a mutation without a component observing it: a list has a card for each poll, and few of them are ever
 * pressed.
 */
export function startMutation<Answer, Variables>(
  client: QueryClient,
  options: MutationOptions<Answer, unknown, Variables>,
  variables: Variables,
): void {
  const mutation = client
    .getMutationCache()
    .build<Answer, unknown, Variables, unknown>(client, client.defaultMutationOptions(options));
  // `onError` handles the failure.
  mutation.execute(variables).catch(() => undefined);
}
