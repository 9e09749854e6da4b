import { useId, useState } from 'react';
import type { PersonDetails, Role } from '@inkling/contracts';
import { Button } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { Panel } from '../../components/panel';
import { usePersonActs } from '../api/people';
import { ROLES } from '../model/roles';
import styles from './account.module.css';

/** Role and sessions of an account, for administrators. A change of role needs a fresh proof. */
export function Account({ person }: { person: PersonDetails }) {
  const id = useId();
  const { setRole, signOut } = usePersonActs(person.id);
  const [role, choose] = useState<Role>(person.role);
  return (
    <Panel title={t('adminPeople.account')}>
      <label className={`label ${styles.label}`} htmlFor={id}>
        {t('adminPeople.role')}
      </label>
      <select
        className={`input ${styles.role}`}
        id={id}
        value={role}
        onChange={({ target }) => choose(target.value as Role)}
      >
        {ROLES.map(({ role: value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </select>
      <Button
        className={styles.button}
        variant="line"
        block
        disabled={role === person.role || setRole.isPending}
        onClick={() => setRole.mutate(role)}
      >
        {t('adminPeople.giveRole')}
      </Button>
      <Button
        className={styles.button}
        variant="line"
        block
        disabled={person.sessionsCount === 0 || signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        {t('adminPeople.signOut')}
      </Button>
      <p className="fine">{t('adminPeople.signOutText', { count: person.sessionsCount })}</p>
    </Panel>
  );
}
