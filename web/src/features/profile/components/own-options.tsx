import { useState } from 'react';
import { InviteDialog } from '../../../components/invite/invite-dialog';
import { Icon } from '../../../components/ui/icon';
import { Sheet } from '../../../components/ui/sheet';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';

/** The own profile's options sheet: Invite Friends and Logout (spec 2, /profile). */
export function OwnOptions() {
  const { logout } = useSession();
  const [open, setOpen] = useState(false);
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <button type="button" className="icon-btn" aria-label={t('profile.options')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="sliders" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('profile.options')}>
        <ul className="option-rows">
          <li>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                setInviting(true);
              }}
            >
              <Icon name="invite" />
              {t('profile.invite')}
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                void logout();
              }}
            >
              <Icon name="logout" />
              {t('profile.logout')}
            </button>
          </li>
        </ul>
      </Sheet>
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </>
  );
}
