import { useState } from 'react';
import { useLocation } from 'react-router';
import { Logo } from '../../components/ui/logo';
import { t } from '../../lib/i18n';
import { storedUser } from '../../lib/storage';
import { isInShell } from '../shell/places';
import { CardsWait, ShellFrame } from '../shell/shell-frame';
import styles from '../shell/shell.module.css';

/** Shown where nobody was signed in before, so that nothing promises the navigation. */
function Columns() {
  return (
    <div className={styles.root}>
      <div className={styles.side}>
        <Logo />
      </div>
      <div>
        <div className="main">
          <div className={`content ${styles.column}`}>
            <CardsWait />
          </div>
        </div>
      </div>
    </div>
  );
}

/**
 * The pulsing placeholder while the session loads: the shell's columns and the page's outline. For a returning user it
 * equals the outline that the page file has already shown.
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
