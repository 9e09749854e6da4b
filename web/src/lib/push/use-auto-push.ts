import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../i18n';
import { beforeLogout } from '../session';
import { toast } from '../toast';
import { disablePush, enablePush, devicePush, refreshPush } from './device-push';
import { readPushRecord } from './push-record';
import { usePushWay, type PushWay } from './push-way';
import './strings';

/** Milliseconds after which push is enabled automatically. */
const DELAY_MS = 2_000;

/**
 * Only Chromium, recognised by this property, shows its permission prompt without a press; other browsers would deny
 * for good.
 */
const asksByItself = (): boolean => 'userAgentData' in navigator;

/** Whether this page has prompted already: someone who closed the prompt is not asked again. */
let asked = false;

function enableOnce(way: PushWay, userId: number): void {
  if (asked && Notification.permission === 'default') return;
  asked = true;
  const granted = Notification.permission === 'granted';
  enablePush(way, userId).then(
    // A person who has just agreed gets a confirmation; a silent renewal stays silent.
    () => !granted && toast({ title: t('push.enabled'), background: true }),
    () => undefined,
  );
}

/** Enables push two seconds after login, unless it is denied, was switched off here or the server has none. */
export function useAutoPush(userId: number | undefined): void {
  const way = usePushWay();
  const navigate = useNavigate();

  useEffect(() => {
    const { supported, permission, enabled } = devicePush.get();
    if (userId === undefined || way === null || !supported || permission === 'denied') return undefined;
    if (enabled) {
      void refreshPush(way, userId).catch(() => undefined);
      return undefined;
    }
    if (readPushRecord().declined) return undefined;
    const onPress = () => enableOnce(way, userId);
    const timer = setTimeout(() => {
      if (Notification.permission === 'default' && !asksByItself())
        document.addEventListener('click', onPress, { once: true });
      else enableOnce(way, userId);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', onPress);
    };
  }, [userId, way]);

  // Without a signed-in user the device gets no messages.
  useEffect(() => beforeLogout(async () => (devicePush.get().enabled ? disablePush(false) : undefined)), []);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const onMessage = ({
      data,
    }: MessageEvent<{ type?: string; title?: string; body?: string; link?: string } | null>) => {
      if (data?.type === 'push')
        toast({ title: data.title || t('push.fallbackTitle'), description: data.body, background: true });
      // A notification was pressed while this page was open.
      if (data?.type === 'open' && data.link?.startsWith('/')) void navigate(data.link);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [navigate]);
}
