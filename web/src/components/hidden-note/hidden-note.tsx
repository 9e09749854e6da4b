import { Link } from 'react-router';
import { register, t } from '../../lib/i18n';
import { hiddenNote } from '../../lib/i18n/en/hidden-note';
import { Icon } from '../ui/icon';
import styles from './hidden-note.module.css';

register({ hiddenNote });

/** Tells the author of a poll that moderators have hidden it from everyone else, and where the reason is. */
export function HiddenNote() {
  return (
    <div className={styles.root} role="note">
      <Icon name="eyeOff" size="m" />
      <div>
        <p>
          <b>{t('hiddenNote.poll')}</b>
        </p>
        <p>{t('hiddenNote.text')}</p>
        <p>
          <Link className="link" to="/notifications">
            {t('hiddenNote.reason')}
          </Link>
        </p>
      </div>
    </div>
  );
}
