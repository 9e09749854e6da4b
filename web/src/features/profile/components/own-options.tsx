import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AdminMark } from '../../../components/admin-mark';
import { InviteDialog } from '../../../components/invite/invite-dialog';
import { Icon, type IconName } from '../../../components/ui/icon';
import { Sheet } from '../../../components/ui/sheet';
import { t, type MessageKey } from '../../../lib/i18n';
import { hasRole } from '../../../lib/roles';
import { useSession } from '../../../lib/session';
import styles from './own-options.module.css';
import '../../../lib/i18n/admin-link';
import '../../../lib/i18n/profile-strings';

/** The options sheet of one's own profile: Edit Profile, Invite Friends, Settings, Administration for those who
 * have a role, and Logout. */
export function OwnOptions() {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [inviting, setInviting] = useState(false);
  const rows: { icon: IconName | 'admin'; label: MessageKey; act: () => void }[] = [
    { icon: 'pen', label: 'profile.edit', act: () => void navigate('/edit-profile') },
    { icon: 'invite', label: 'profile.invite', act: () => setInviting(true) },
    { icon: 'sliders', label: 'profile.settings', act: () => void navigate('/settings') },
    ...(hasRole(user?.role, 'moderator')
      ? [{ icon: 'admin' as const, label: 'adminLink.title' as const, act: () => void navigate('/admin') }]
      : []),
    { icon: 'logout', label: 'profile.logout', act: () => void logout() },
  ];
  return (
    <>
      <button
        type="button"
        className={`icon-btn ${styles.open}`}
        aria-label={t('profile.options')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="sliders" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('profile.options')}>
        <ul className={styles.root}>
          {rows.map(({ icon, label, act }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  act();
                }}
              >
                {icon === 'admin' ? <AdminMark /> : <Icon name={icon} />}
                {t(label)}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}
