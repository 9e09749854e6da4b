// Loaded before a service: the service shuts down when the launcher is gone, even if it was killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
