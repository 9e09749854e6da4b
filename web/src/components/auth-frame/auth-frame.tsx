import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import { Logo } from '../ui/logo';
import { Tally } from '../ui/tally';
import './auth-frame.css';

interface AuthFrameProps {
  /** Destination of the back arrow. */
  back?: string;
  /** Above the slip. */
  before?: ReactNode;
  /** Below the slip. */
  after?: ReactNode;
  /**
   * The slip's top stays in place when the slip grows; `settling` while its last parts (`.swap`, `.legal`) are not
   * placed yet.
   */
  steady?: 'settling' | 'settled';
  children: ReactNode;
}

/** A page with one centred slip of paper: login, password reset, email verification. */
export function AuthFrame({ back = '/', before, after, steady, children }: AuthFrameProps) {
  return (
    <div className="auth">
      <Tally count={5} className="big-tally" />
      <header className="auth-top">
        <Link className="icon-btn" to={back} aria-label={t('ui.back')}>
          <Icon name="back" />
        </Link>
        <Logo />
      </header>
      <main className={steady ? `auth-in is-${steady}` : 'auth-in'}>
        {before}
        <div className="slip">{children}</div>
        {after}
      </main>
    </div>
  );
}
