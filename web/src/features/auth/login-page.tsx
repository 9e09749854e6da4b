import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { LegalLink } from '../../components/ui/placeholder-link';
import { t } from '../../lib/i18n';
import { Filled } from '../../lib/i18n/filled';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import { useSession } from '../../lib/session';
import { afterLogin } from '../../lib/redirect';
import { useSentPoll } from './api/poll-preview';
import { AuthForm } from './components/auth-form';
import { GoogleSection } from './components/google-section';
import { submitLabel, type AuthMode } from './problem';

/** Only visitors of a shared poll load this code. */
const BeforeForm = lazy(() => import('./components/before-form'));

/** Only people who follow an invitation load this code. */
const InvitationTicket = lazy(() => import('./join/invitation-ticket'));

/** Passkeys exist only for accounts that exist, so the code loads with the login mode. */
const PasskeyButton = lazy(() => import('../../components/passkeys/passkey-button'));

/**
 * Milliseconds that the lower part of the form waits for the server's configuration, which usually arrives with the
 * code: a Google button that appeared later would push it down.
 */
const CONFIG_MS = 400;

function useWaited(ms: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return waited;
}

/**
 * `/login`: signup first, login by the toggle or when a link asks for it. Visitors of a shared poll see it above the
 * form.
 */
export default function LoginPage() {
  const { user } = useSession();
  const { state, search } = useLocation();
  const asked = (state as { mode?: AuthMode } | null)?.mode;
  const invitation = new URLSearchParams(search).get('invitation') ?? undefined;
  const [mode, setMode] = useState<AuthMode>(asked ?? 'signup');
  const [googleAdvised, setGoogleAdvised] = useState(false);
  const { preview, waiting } = useSentPoll();
  const config = useServerConfig();
  const links = config?.links;
  const waited = useWaited(CONFIG_MS);
  const signup = mode === 'signup';
  usePageTitle(t(signup ? 'auth.signup' : 'auth.login'));

  const sent = waiting !== null || preview !== undefined;
  const ordinary = t(signup ? 'auth.signupText' : 'auth.loginText');
  const lede = signup && waiting && preview ? t('auth.voteNumber', { count: preview.votesCount + 1 }) : ordinary;

  if (user) return <Navigate to={afterLogin(user)} replace />;
  return (
    <AuthFrame
      steady={config || waited ? 'settled' : 'settling'}
      before={
        sent && (
          <Suspense fallback={null}>
            <BeforeForm preview={preview} waiting={waiting} />
          </Suspense>
        )
      }
      after={
        <>
          {waiting && <p className="fine legal">{t('auth.voteKept')}</p>}
          <p className="fine legal">
            <Filled
              message="auth.terms"
              parts={{
                terms: (
                  <LegalLink className="link" to={links?.terms} page="/terms">
                    {t('auth.termsOfService')}
                  </LegalLink>
                ),
                privacy: (
                  <LegalLink className="link" to={links?.privacy} page="/privacy">
                    {t('auth.privacyPolicy')}
                  </LegalLink>
                ),
              }}
            />
          </p>
        </>
      }
    >
      {signup && invitation && (
        <Suspense fallback={null}>
          <InvitationTicket code={invitation} />
        </Suspense>
      )}
      <h1 className="title">{t(signup ? 'auth.signupTitle' : 'auth.loginTitle')}</h1>
      <p className="muted">{lede}</p>
      <AuthForm
        mode={mode}
        voting={waiting !== null}
        invitation={invitation}
        onMode={setMode}
        onAdvice={setGoogleAdvised}
      />
      {!signup && config?.features.passkeys && (
        <Suspense fallback={null}>
          <PasskeyButton />
        </Suspense>
      )}
      <GoogleSection advised={googleAdvised} />
      <p className="swap">
        {t(signup ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
        <button type="button" className="link" onClick={() => setMode(signup ? 'login' : 'signup')}>
          {t(submitLabel(signup ? 'login' : 'signup', waiting !== null))}
        </button>
      </p>
    </AuthFrame>
  );
}
