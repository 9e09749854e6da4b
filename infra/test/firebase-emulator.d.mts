export interface FirebaseEmulator {
  /** `host:port` */
  readonly host: string;
  readonly project: string;
  stop(): Promise<void>;
}
/** Installs the emulator unless it is installed. @returns path of its program */
export function acquireFirebaseTools(report?: (line: string) => void): Promise<string>;
/** Starts a new emulator without users. @throws one clear line when it cannot be installed or started */
export function startFirebaseEmulator(): Promise<FirebaseEmulator>;
