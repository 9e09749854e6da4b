import { z } from 'zod';
import { InsightKind } from './insights.js';
import { PublicInstance } from './instance.js';

/** What Firebase's browser library needs; none of it is secret. `vapidKey` belongs to FCM. */
export const FirebaseWebConfig = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  appId: z.string().optional(),
  messagingSenderId: z.string().optional(),
  storageBucket: z.string().optional(),
  vapidKey: z.string().optional(),
  /** `host:port` of the emulator that stands in for Firebase's sign-in by email; never in production. */
  authEmulatorHost: z.string().optional(),
});
export type FirebaseWebConfig = z.infer<typeof FirebaseWebConfig>;

/** `GET /api/config`: what this server has, for the browser (docs/product.md#what-the-server-offers). */
export const ServerConfig = z.object({
  product: z.literal('Inkling'),
  version: z.string(),
  environment: z.enum(['development', 'production']),
  features: z.object({
    google: z.boolean(),
    push: z.boolean(),
    insights: z.boolean(),
    media: z.boolean(),
    mail: z.boolean(),
    passkeys: z.boolean(),
  }),
  /** What a Deep Dive is made of here; null exactly when `features.insights` is false. */
  insightsKind: InsightKind.nullable(),
  /** Web configuration of Firebase, when Google sign-in or FCM is set up. */
  firebase: FirebaseWebConfig.nullable(),
  /** Public VAPID key for Web Push, base64url. */
  pushKey: z.string().nullable(),
  /** Addresses of the operator's pages and of the source code that runs here, http(s); null where there is none. */
  links: z.object({ privacy: z.string().nullable(), terms: z.string().nullable(), source: z.string().nullable() }),
  /** Who runs this server, where the settings say so: a name, an address for support, pages on social networks. */
  operator: z.object({ name: z.string().nullable(), email: z.string().nullable(), social: z.array(z.string()) }),
  /** What the operator has decided. Absent in answers of older gateways. */
  instance: PublicInstance.optional(),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

/** `GET /health/client`: the address that the server counts the caller by. */
export const ClientAddress = z.object({ address: z.string() });
export type ClientAddress = z.infer<typeof ClientAddress>;

/**
 * `GET /health/ready`: 200 when every part can be used, else 503. Each part is `ok`, or says in a few words why not.
 */
export const Health = z.object({ status: z.enum(['ok', 'unavailable']), parts: z.record(z.string(), z.string()) });
export type Health = z.infer<typeof Health>;
