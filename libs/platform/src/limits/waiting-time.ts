const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const;

/** A wait in words, rounded up and never in ones: "90 seconds", "12 minutes", "5 hours", "6 days". */
export function waitingTime(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= 2 * one.seconds);
  return unit
    ? `${Math.ceil(seconds / unit.seconds)} ${unit.name}s`
    : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
