import { t } from '../../lib/i18n';
import { pushStore } from '../../lib/push/device-push';
import { useServerConfig } from '../../lib/server-config';
import { PushToggle } from './push-toggle';

/** Push on this device, or why there is none. */
export function PushDevice() {
  const config = useServerConfig();
  if (pushStore.get().supported && config?.pushKey) return <PushToggle />;
  if (!config) return null;
  const reason = config.pushKey ? t('push.noSupport') : t('settings.pushOff');
  return (
    <div className="set">
      <div>
        <b>{config.pushKey ? t('push.notSupported') : t('push.title')}</b>
        <p className="fine">{reason}</p>
      </div>
    </div>
  );
}
