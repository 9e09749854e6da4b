import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { Spinner } from '../../components/ui/spinner';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { afterLogin } from '../../lib/redirect';
import '../../components/auth-frame/auth-frame.css';

/** Milliseconds to wait for a user. */
const WAIT_MS = 2000;

/** `/auth/success`: leads to the saved path once there is a user, or to /login after two seconds without one. */
export default function AuthSuccessPage() {
  const { user } = useSession();
  const [late, setLate] = useState(false);
  usePageTitle(t('auth.signingIn'));
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (user) return <Navigate to={afterLogin(user)} replace />;
  if (late) return <Navigate to="/login" replace />;
  return (
    <main className="auth-wait">
      <Spinner label={t('auth.signingIn')} visible />
    </main>
  );
}
