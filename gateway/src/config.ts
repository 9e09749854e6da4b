import { FirebaseWebConfig } from '@inkling/contracts';
import { z } from 'zod';
import { NOT_PROXIES, TrustedProxies } from './trusted-proxies.js';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const NOT_AN_ORIGIN = 'must be an origin such as https://polls.example.org, without a path';

/** The link of any other scheme, such as `javascript:`, would run in the page. */
const WEB_PAGE = { protocol: /^https?$/, hostname: /./, error: 'must be an http or https address' };

/** A strict pattern, because the value goes into a header of every page. */
const EMULATOR_HOST = /^[\w.-]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i;

/** Environment of uploads and stored media. */
export const UploadsConfig = z.object({
  /** Folder of stored media, where no S3 server is set. Gateways share it. */
  MEDIA_DIR: z.string().min(1).default('.data/uploads'),
  /**
   * Folder for files while they arrive and are processed; it needs room for a few times 25 MB. Default: a folder in
   * MEDIA_DIR, or, with S3, in the system's folder for temporary files.
   */
  MEDIA_TEMP_DIR: z.string().min(1).optional(),
  /** URL of an S3-compatible server; with it, media is stored there and not in MEDIA_DIR. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a URL such as https://s3.example.org' }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .default('inkling-media'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Files that one process prepares at the same time. */
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).max(64).default(4),
  /** Files that may wait for that; further ones are answered 503. */
  UPLOADS_WAITING: z.coerce.number().int().min(0).max(10_000).default(32),
  /** Files that one process may receive at the same time; further ones are answered 503. */
  UPLOADS_ARRIVING: z.coerce.number().int().min(1).max(10_000).default(64),
  /** The least average rate over UPLOAD_STALL_SECONDS; a slower sender is disconnected. */
  UPLOAD_BYTES_PER_SECOND: z.coerce.number().int().min(1).max(10_000_000).default(16_384),
  UPLOAD_STALL_SECONDS: z.coerce.number().min(0.2).max(300).default(15),
  /** The longest video, in seconds. */
  VIDEO_MAX_SECONDS: z.coerce.number().int().min(1).max(7_200).default(600),
  /** Minutes between two searches for stored objects that belong to nothing; 0 never searches. */
  MEDIA_SWEEP_MINUTES: z.coerce.number().min(0).max(10_080).default(60),
});
export type UploadsConfig = z.infer<typeof UploadsConfig>;

/** Environment particular to the gateway. */
export const GatewayConfig = z.object({
  /** The key with which auth signs access tokens. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Auth's setting: how long an access token is valid, and so how long a revoked session is remembered. */
  AUTH_ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(1).default(600),
  /** True: where mail is set up, only users with a verified email address may vote. False: every user may. */
  VOTE_NEEDS_VERIFIED_EMAIL: z.stringbool().default(true),
  /**
   * So many votes of one network on a poll in ten minutes, and more than half of its votes, are pointed out to
   * moderators; 0 never does it. Each gateway counts its own votes.
   */
  FLAG_NETWORK_VOTES: z.coerce.number().int().min(0).max(1_000_000).default(25),
  /** Where browsers find this server. On https, cookies are Secure and carry the `__Host-` prefix. */
  PUBLIC_ORIGIN: z.string().refine(isOrigin, NOT_AN_ORIGIN).default('http://localhost:8080'),
  /** Other origins, separated by commas, that may send unsafe requests and open sockets. */
  ALLOWED_ORIGINS: list.pipe(z.array(z.string().refine(isOrigin, NOT_AN_ORIGIN))).default([]),
  /** The proxies in front whose `X-Forwarded-For` is believed: addresses, networks, `loopback`, `private`, `none`. */
  TRUSTED_PROXIES: z
    .string()
    .transform((text, context) => {
      const proxies = TrustedProxies.parse(text);
      if (!proxies) context.addIssue(NOT_PROXIES);
      return proxies ?? z.NEVER;
    })
    .prefault('loopback'),
  /** How many proxies in a row are believed, counted from here; 0 believes none. Default: all that are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).optional(),
  /** Folder of the built web application; `none` serves no pages. Default: the one built beside this package. */
  WEB_ROOT: z.string().optional(),
  /** Firebase's public configuration for the browser, as JSON; without it Google sign-in is not offered. */
  FIREBASE_WEB_CONFIG: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be a JSON object');
        return z.NEVER;
      }
    })
    .pipe(FirebaseWebConfig.omit({ authEmulatorHost: true }))
    .optional(),
  /** Auth's setting: `host:port` of Firebase's emulator, through which browsers then sign in by email. */
  FIREBASE_AUTH_EMULATOR_HOST: z.string().regex(EMULATOR_HOST, 'must be host:port').optional(),
  /** The operator's privacy policy, http(s): the pages link to it. Without it they link to the built-in one. */
  PRIVACY_URL: z.url(WEB_PAGE).optional(),
  /** The operator's terms of service, likewise. */
  TERMS_URL: z.url(WEB_PAGE).optional(),
  /** Where people find the source of what runs here, changes included, as the AGPL demands; pages link to it. */
  SOURCE_URL: z.url(WEB_PAGE).optional(),
  /** Who runs this server, named under the built-in privacy policy and terms. */
  OPERATOR_NAME: z.string().trim().min(1).max(120).optional(),
  /** An address that /help shows for support. */
  SUPPORT_EMAIL: z.email().optional(),
  /** The operator's pages on social networks, http(s), separated by commas. */
  SOCIAL_LINKS: list.pipe(z.array(z.url(WEB_PAGE)).max(8)).default([]),
  APP_VERSION: z.string().default('0.1.0'),
  ...UploadsConfig.shape,
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
