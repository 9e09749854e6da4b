import { useId } from 'react';
import { Switch } from '../ui/switch';
import { t } from '../../lib/i18n';
import { pushStore } from '../../lib/push/device-push';
import { usePushWay } from '../../lib/push/push-way';
import { useServerConfig } from '../../lib/server-config';
import { PushToggle } from './push-toggle';

/** The card before it is known what the server has, in its size. */
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
  if (pushStore.get().supported && way) return <PushToggle />;
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
