import { useMutation } from '@tanstack/react-query';
import { call, routes } from '../../../lib/api';
import { sendWithWork } from '../../../lib/proof-of-work/prepared-work';

/** Mails a link to choose a new password; the answer is the same whether or not the address is known. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      sendWithWork('password-reset', (proofOfWork) =>
        call(routes.requestPasswordReset, { body: { email, proofOfWork } }),
      ),
  });

/** Sets the password with the token of a mailed link; every session ends. */
export const useConfirmReset = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) => call(routes.confirmPasswordReset, { body }),
  });
