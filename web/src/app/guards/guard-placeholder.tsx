import { useState } from 'react';
import { useLocation } from 'react-router';
import { Logo } from '../../components/ui/logo';
import { t } from '../../lib/i18n';
import { storedUser } from '../../lib/storage';
import { isInShell } from '../shell/places';
import { CardsWait, ShellFrame } from '../shell/shell-frame';

/** Where nobody has been signed in before, nothing promises the navigation. */
function Columns() {
  return (
    <div className="shell">
      <div className="side">
        <Logo />
      </div>
      <div>
        <div className="main">
          <div className="content guard-column">
            <CardsWait />
          </div>
        </div>
      </div>
    </div>
  );
}

/**
 * The pulsing placeholder while the session loads (spec 4, Access guard): the shell's columns and the page's outline.
 * For someone who was signed in when this browser was last here it is what the page file has shown already.
 */
export function GuardPlaceholder() {
  const { pathname } = useLocation();
  const [known] = useState(() => storedUser()?.hasCompletedProfile === true);
  return (
    <div role="status" aria-label={t('ui.loading')}>
      <div aria-hidden="true" inert>
        {known && isInShell(pathname) ? <ShellFrame pathname={pathname} /> : <Columns />}
      </div>
    </div>
  );
}
