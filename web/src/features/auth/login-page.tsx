import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Icon } from '../../components/ui/icon';
import { Logo } from '../../components/ui/logo';
import { Tally } from '../../components/ui/tally';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { afterLogin } from '../../lib/storage';
import { AuthForm } from './components/auth-form';
import { GoogleSection } from './components/google-button';
import type { AuthMode } from './problem';
import './auth.css';

/** `/login`: signup first, login by the toggle or when a link asks for it (spec 2). */
export default function LoginPage() {
  const { user } = useSession();
  const asked = (useLocation().state as { mode?: AuthMode } | null)?.mode;
  const [mode, setMode] = useState<AuthMode>(asked ?? 'signup');
  const signup = mode === 'signup';
  usePageTitle(t(signup ? 'auth.signup' : 'auth.login'));

  if (user) return <Navigate to={afterLogin(user)} replace />;
  return (
    <div className="auth">
      <Tally count={5} className="big-tally" />
      <header className="auth-top">
        <Link className="icon-btn" to="/" aria-label={t('ui.back')}>
          <Icon name="back" />
        </Link>
        <Logo />
      </header>
      <main className="auth-in">
        <div className="slip">
          <h1 className="title">{t(signup ? 'auth.signupTitle' : 'auth.loginTitle')}</h1>
          <p className="muted">{t(signup ? 'auth.signupText' : 'auth.loginText')}</p>
          <AuthForm mode={mode} onMode={setMode} />
          <GoogleSection />
          <p className="swap">
            {t(signup ? 'auth.haveAccount' : 'auth.noAccount')}{' '}
            <button type="button" className="link" onClick={() => setMode(signup ? 'login' : 'signup')}>
              {t(signup ? 'auth.login' : 'auth.signup')}
            </button>
          </p>
        </div>
        <p className="fine legal">{t('auth.terms')}</p>
      </main>
    </div>
  );
}
