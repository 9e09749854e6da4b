import type { AdminPerson } from '@inkling/contracts';
import { t } from '../../../../lib/i18n';
import { shortDay } from '../../../../lib/time';
import { StateTag } from '../../components/state-tag';
import styles from './person-states.module.css';

/** The role, unless it is member, and the state of the account, as tags. */
export function PersonStates({ person: { role, state } }: { person: AdminPerson }) {
  const { suspended, silenced, disabled, deletionDueAt } = state;
  return (
    <span className={styles.root}>
      {role !== 'member' && (
        <StateTag weight="plain" icon="user">
          {t(role === 'administrator' ? 'admin.administrator' : 'admin.moderator')}
        </StateTag>
      )}
      {suspended && (
        <StateTag weight="now">
          {suspended.until === null
            ? t('adminPeople.suspended')
            : t('adminPeople.suspendedUntil', { day: shortDay(suspended.until) })}
        </StateTag>
      )}
      {silenced && (
        <StateTag weight="warn" icon="mute">
          {t('adminPeople.silenced')}
        </StateTag>
      )}
      {disabled && <StateTag weight="now">{t('adminPeople.disabled')}</StateTag>}
      {deletionDueAt && (
        <StateTag weight="plain" icon="trash">
          {t('adminPeople.leaves', { day: shortDay(deletionDueAt) })}
        </StateTag>
      )}
    </span>
  );
}
