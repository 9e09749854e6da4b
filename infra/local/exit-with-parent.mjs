// Loaded before a service: when the launcher is gone, even killed, the service ends in order by itself.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
