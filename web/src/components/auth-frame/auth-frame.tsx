import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import { Logo } from '../ui/logo';
import { Tally } from '../ui/tally';
import './auth-frame.css';

interface AuthFrameProps {
  /** Where the arrow leads. */
  back?: string;
  /** Above the slip. */
  before?: ReactNode;
  /** Under the slip. */
  after?: ReactNode;
  /**
   * The slip's top stays where it is when the slip grows; `settling` while what ends it (`.swap`, `.legal`) has no
   * place yet.
   */
  steady?: 'settling' | 'settled';
  children: ReactNode;
}

/** A page with one slip of paper in its middle: login, password reset, email verification. */
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
