import { createRoot } from 'react-dom/client';
import type { User } from '@inkling/contracts';
import type { ApiFailure } from '../../../lib/api';
import { CodeDialog } from './code-dialog';
import './strings';

/** Milliseconds that the dialog takes to close. */
const CLOSING_MS = 400;

/**
 * Asks for the code of a sign-in's second step. Another React root shows it, so that it adds nothing to the first
 * load of `/login`.
 * @param needed the failure `auth/code-needed` of the first step
 * @returns the signed-in user
 * @throws `needed` when the person closed the dialog; the failure that ended the sign-in
 */
export async function askForCode(needed: ApiFailure): Promise<User> {
  const { challenge = '' } = needed.body ?? {};
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (open: boolean, done: (user: User) => void, fail: (failure: ApiFailure) => void) =>
    root.render(
      <CodeDialog open={open} challenge={challenge} onDone={done} onFailed={fail} onClose={() => fail(needed)} />,
    );
  const nothing = () => undefined;
  try {
    return await new Promise<User>((done, fail) => show(true, done, fail));
  } finally {
    show(false, nothing, nothing);
    setTimeout(() => {
      root.unmount();
      place.remove();
    }, CLOSING_MS);
  }
}
