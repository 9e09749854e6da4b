import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n';
import { bindSession, live } from '../../lib/realtime';
import { toast } from '../../lib/toast';
import { NOTIFICATIONS, placeNotification, UNREAD } from './api/notification-cache';
import './strings';

/**
 * Keeps the connection open while someone is signed in: new notifications enter the list with a message, and the count
 * follows.
 */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  useEffect(() => {
    bindSession(client);
    const release = live.hold();
    let arrived = 0;
    const stopFrames = live.onFrame((frame) => {
      if (frame.type === 'notifications_count') {
        const before = client.getQueryData<number>(UNREAD);
        client.setQueryData<number>(UNREAD, frame.count);
        // Of many at once the server sends only the latest, and the list is read for the rest. A lower count means that
        // some were opened on another device.
        if (before !== undefined && (frame.count - before > arrived || frame.count < before))
          void client.invalidateQueries({ queryKey: NOTIFICATIONS });
        arrived = 0;
      }
      if (frame.type !== 'notification') return;
      if (placeNotification(client, frame.notification)) arrived += 1;
      toast({ title: t('notifications.arrived'), description: t('notifications.arrivedText'), background: true });
    });
    const stopReconnects = live.onReconnect(() => {
      void client.invalidateQueries({ queryKey: NOTIFICATIONS });
      void client.invalidateQueries({ queryKey: UNREAD });
    });
    return () => {
      stopFrames();
      stopReconnects();
      release();
    };
  }, [client]);
}
