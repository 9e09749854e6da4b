export interface FirebaseEmulator {
  /** `host:port` */
  readonly host: string;
  readonly project: string;
  stop(): Promise<void>;
}
/** Installs what the emulator needs when it is missing; answers the path of its program. */
export function acquireFirebaseTools(report?: (line: string) => void): Promise<string>;
/** An emulator of its own, without users. Throws one clear line when it cannot be had. */
export function startFirebaseEmulator(): Promise<FirebaseEmulator>;
