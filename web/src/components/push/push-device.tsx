import { useId } from 'react';
import { Switch } from '../ui/switch';
import { t } from '../../lib/i18n';
import { devicePush } from '../../lib/push/device-push';
import { usePushWay } from '../../lib/push/push-way';
import { useServerConfig } from '../../lib/server-config';
import { PushToggle } from './push-toggle';

/** The card in its final size until the server's configuration is known. */
function Wait() {
  const id = useId();
  return (
    <div className="set">
      <div>
        <b id={id}>{t('push.title')}</b>
        <p className="fine">{t('push.text')}</p>
      </div>
      <Switch disabled checked={false} labelledBy={id} onChange={() => undefined} />
    </div>
  );
}

/** Push on this device, or why there is none. */
export function PushDevice() {
  const config = useServerConfig();
  const way = usePushWay();
  if (devicePush.get().supported && way) return <PushToggle />;
  if (!config) return <Wait />;
  const reason = way ? t('push.noSupport') : t('settings.pushOff');
  return (
    <div className="set">
      <div>
        <b>{way ? t('push.notSupported') : t('push.title')}</b>
        <p className="fine">{reason}</p>
      </div>
    </div>
  );
}
