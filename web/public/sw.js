// The service worker: the shell without a network, what other applications share, push messages.
// The build puts the files of the shell and their version here; without them, as in development, nothing is kept.
self.SHELL = /* shell */ { version: '', files: [] };

importScripts('/worker/shell.js', '/worker/share.js', '/worker/push.js');

self.addEventListener('install', (event) => event.waitUntil(self.keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.dropOldShells().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = self.takeShare(event) || self.answerFromShell(event);
  if (answer) event.respondWith(answer);
});
