import { readFileSync } from 'node:fs';
import { ConfigError } from '@inkling/platform';
import { z } from 'zod';

/** How to check tokens of Firebase. */
export interface FirebaseSettings {
  projectId: string;
  /** With it, revoked tokens and disabled users are recognised. */
  serviceAccount?: ServiceAccount;
  /** `host:port`; tokens are then not signed. */
  emulatorHost?: string;
}

/** The fields of a service account's file that sign calls to Google. */
const ServiceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
});
type ServiceAccount = z.infer<typeof ServiceAccount>;

interface Environment {
  NODE_ENV: string;
  FIREBASE_PROJECT_ID?: string | undefined;
  FIREBASE_SERVICE_ACCOUNT?: string | undefined;
  FIREBASE_AUTH_EMULATOR_HOST?: string | undefined;
}

/**
 * The settings of an environment, or undefined if Firebase is not configured.
 * @throws ConfigError for an emulator in production, and for a service account that cannot be read or is of another
 *   project
 */
export function firebaseSettings(environment: Environment): FirebaseSettings | undefined {
  const {
    NODE_ENV,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_SERVICE_ACCOUNT: account,
    FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
  } = environment;
  // Anybody can write a token that the emulator's rules accept.
  if (NODE_ENV === 'production' && emulatorHost) throw refusal('FIREBASE_AUTH_EMULATOR_HOST: is not for production');
  if (!projectId) return undefined;
  const serviceAccount = account ? readServiceAccount(account) : undefined;
  if (serviceAccount && serviceAccount.project_id !== projectId)
    throw refusal('FIREBASE_SERVICE_ACCOUNT: belongs to another project than FIREBASE_PROJECT_ID');
  return { projectId, ...(serviceAccount && { serviceAccount }), ...(emulatorHost && { emulatorHost }) };
}

function readServiceAccount(value: string): ServiceAccount {
  let content: unknown;
  try {
    content = JSON.parse(value.trimStart().startsWith('{') ? value : readFileSync(value, 'utf8'));
  } catch {
    throw refusal('FIREBASE_SERVICE_ACCOUNT: must be JSON, or the path of a file with it');
  }
  const parsed = ServiceAccount.safeParse(content);
  if (!parsed.success)
    throw refusal(
      `FIREBASE_SERVICE_ACCOUNT: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')} missing or bad`,
    );
  return parsed.data;
}

const refusal = (reason: string) => new ConfigError(`auth: bad configuration. ${reason}`);
