// Shows push messages and opens their link. Fields of a message: title, body, image, icon, link, data {kind, tag}.

/** The fields of a push: at the top, or, as FCM sends them, below `notification` and `data`. */
function read(event) {
  try {
    const message = event.data ? event.data.json() : {};
    return { ...message.notification, ...message, data: message.data || {} };
  } catch (_) {
    return { body: event.data ? event.data.text() : '', data: {} };
  }
}

/** Reduces a link to a path of this site. */
function pathOf(link) {
  try {
    const url = new URL(link, self.location.origin);
    return url.origin === self.location.origin ? url.pathname + url.search + url.hash : '/';
  } catch (_) {
    return '/';
  }
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('push', (event) => {
  const message = read(event);
  const link = pathOf(message.link || message.data.link || '/notifications');
  event.waitUntil(
    windows().then((open) => {
      const inFront = open.find((client) => client.focused && client.visibilityState === 'visible');
      // Someone who has the page in front of them sees the message there.
      if (inFront) return inFront.postMessage({ type: 'push', title: message.title, body: message.body, link });
      return self.registration.showNotification(message.title || 'New notification', {
        body: message.body || '',
        // Android draws no SVG icons.
        icon: message.icon && !message.icon.endsWith('.svg') ? message.icon : '/icons/icon-192.png',
        badge: '/icons/badge-96.png',
        image: message.image,
        tag: message.data.tag,
        renotify: Boolean(message.data.tag),
        data: { link, noticeId: message.data.noticeId },
      });
    }),
  );
});

const post = (path) =>
  fetch(path, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' });

/** Marks a notification as read, as opening it in the list does; the server informs open pages. */
async function markRead(noticeId) {
  // FCM transports text only.
  if (!/^[1-9]\d*$/.test(String(noticeId))) return;
  const path = `/api/notifications/${noticeId}/read`;
  try {
    const { status } = await post(path);
    // Hours may pass between a message and the press on it, and sessions are renewed every few minutes.
    if (status === 401 && (await post('/api/auth/refresh-session')).ok) await post(path);
  } catch (_) {
    // Without a network it stays unread.
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link = '/', noticeId } = event.notification.data || {};
  const opened = windows().then((open) => {
    const page = open.find((client) => 'focus' in client);
    if (!page) return self.clients.openWindow(link);
    page.postMessage({ type: 'open', link });
    return page.focus();
  });
  event.waitUntil(Promise.all([opened, markRead(noticeId)]));
});

const base64url = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

// The push service has replaced the subscription: registers the new one, as the page would.
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription && event.oldSubscription.options;
  if (!options && !event.newSubscription) return;
  event.waitUntil(
    Promise.resolve(event.newSubscription || self.registration.pushManager.subscribe(options)).then((subscription) =>
      fetch('/api/notification-tokens', {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token: 'webpush.' + base64url(JSON.stringify(subscription.toJSON())),
          deviceType: 'web',
        }),
      }),
    ),
  );
});
