import { lazy, Suspense } from 'react';
import { useServerConfig } from '../../../lib/server-config';

/** Only members who may invite load this code. */
const InvitationList = lazy(() => import('./invitation-list'));

/** The own invitations, where invitations of members count and the operator allows members some. */
export function InvitationSettings() {
  const instance = useServerConfig()?.instance;
  const mode = instance?.signUp.mode;
  if (!instance || instance.invitationsPerPerson === 0 || (mode !== 'invitation' && mode !== 'approval')) return null;
  return (
    <Suspense fallback={null}>
      <InvitationList byApproval={mode === 'approval'} />
    </Suspense>
  );
}
