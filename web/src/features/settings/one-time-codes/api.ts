import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OneTimeCodesState } from '@inkling/contracts';
import { ProofDeclined, useProof } from '../../../components/proof/with-proof';
import { ApiFailure, call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { serverNow } from '../../../lib/server-clock';
import { toastFailure } from '../../../lib/toast-failure';
import './strings';

const CODES = [routes.oneTimeCodes] as const;

/** Whether the user's one-time codes are on. */
export const useOneTimeCodes = () =>
  useQuery({ queryKey: CODES, queryFn: ({ signal }) => call(routes.oneTimeCodes, { signal }), staleTime: 0 });

/** Whether a code was wrong, which the form says itself. */
export const isWrongCode = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'auth/wrong-code';

/** A change of the codes, after a proof where the server needs one. Its failure is a toast. */
function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  settled: (answer: Answer, before: OneTimeCodesState | undefined) => OneTimeCodesState | undefined,
) {
  const client = useQueryClient();
  const prove = useProof();
  return useMutation({
    mutationFn: (input: Input) => prove(() => change(input)),
    onSuccess: (answer) => client.setQueryData<OneTimeCodesState>(CODES, (before) => settled(answer, before)),
    onError: (error) => {
      if (error instanceof ProofDeclined || isWrongCode(error)) return;
      // Another tab may have changed them.
      void client.invalidateQueries({ queryKey: CODES });
      toastFailure(t('oneTimeCodes.failed'), error);
    },
  });
}

/** Gets a secret for an authenticator application. */
export const useBegin = () =>
  useChange(
    () => call(routes.beginOneTimeCodes),
    (_answer, before) => before,
  );

/** Switches the codes on with a first code; the answer holds the recovery codes. */
export const useConfirm = () =>
  useChange(
    (code: string) => call(routes.confirmOneTimeCodes, { body: { code } }),
    ({ recoveryCodes }) => ({
      since: new Date(serverNow()).toISOString(),
      recoveryCodesLeft: recoveryCodes.length,
    }),
  );

/** Replaces the recovery codes. */
export const useRenewRecoveryCodes = () =>
  useChange(
    () => call(routes.renewRecoveryCodes),
    ({ recoveryCodes }, before) => before && { ...before, recoveryCodesLeft: recoveryCodes.length },
  );

/** Switches the codes off. */
export const useSwitchOff = () =>
  useChange(
    () => call(routes.switchOffOneTimeCodes),
    () => ({ since: null, recoveryCodesLeft: 0 }),
  );
