import { useId } from 'react';
import { Switch } from '../../components/ui/switch';
import { t } from '../../lib/i18n';
import { disablePush, enablePush, devicePush } from '../../lib/push/device-push';
import { usePushWay } from '../../lib/push/push-way';
import { useSession } from '../../lib/session';
import { useStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import '../../lib/push/strings';

/**
 * Push on this device: hidden where the browser or the server does not support it, disabled while loading or when
 * denied.
 */
export function PushToggle() {
  const { user } = useSession();
  const way = usePushWay();
  const { supported, permission, enabled, loading } = useStore(devicePush);
  const id = useId();
  if (!supported || way === null) return null;

  const change = async (on: boolean) => {
    try {
      await (on ? enablePush(way, user?.id ?? null) : disablePush(true));
      toast({ title: t(on ? 'push.enabled' : 'push.disabled') });
    } catch {
      if (Notification.permission === 'denied') return;
      toast({
        title: t(on ? 'push.enableFailed' : 'push.disableFailed'),
        description: t('push.problem'),
        variant: 'destructive',
      });
    }
  };

  const denied = permission === 'denied';
  return (
    <div className="set">
      <div>
        <b id={`${id}-name`}>{t('push.title')}</b>
        <p className="fine" id={`${id}-text`}>
          {t(denied ? 'push.blocked' : 'push.text')}
        </p>
      </div>
      <Switch
        checked={enabled}
        disabled={loading || denied}
        labelledBy={`${id}-name`}
        describedBy={`${id}-text`}
        onChange={(on) => void change(on)}
      />
    </div>
  );
}
