// The service worker: the shell without a network, files shared by other applications, push messages. The build writes
// the shell's files and version into this file; without them, as in development, nothing is cached.
self.SHELL = /* shell */ { version: '', files: [] };

importScripts('/worker/shell.js', '/worker/share.js', '/worker/push.js');

self.addEventListener('install', (event) => event.waitUntil(self.keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.dropOldShells().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = self.takeShare(event) || self.answerFromShell(event);
  if (answer) event.respondWith(answer);
});
