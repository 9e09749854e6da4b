import { FirebaseWebConfig } from '@inkling/contracts';
import { z } from 'zod';
import { NOT_PROXIES, TrustedProxies } from './http/trusted-proxies.js';
import { UploadsConfig } from './uploads/uploads-config.js';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const NOT_AN_ORIGIN = 'must be an origin such as https://polls.example.org, without a path';

/** Anything else in a link, such as `javascript:`, would run in the page. */
const WEB_PAGE = { protocol: /^https?$/, hostname: /./, error: 'must be an http or https address' };

/** Goes into a header of every page as it is. */
const EMULATOR_HOST = /^[\w.-]+:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i;

/** Environment particular to the gateway. */
export const GatewayConfig = z.object({
  /** The value with which auth signs access tokens. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Auth's own setting: no access token counts for longer, and a revoked session is remembered for as long. */
  AUTH_ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(1).default(600),
  /**
   * Where mail is set up, only people who have proved their address may vote; false lets everyone who has signed up.
   */
  VOTE_NEEDS_VERIFIED_EMAIL: z.stringbool().default(true),
  /** Where browsers find this server. On https, cookies are Secure and carry the `__Host-` prefix. */
  PUBLIC_ORIGIN: z.string().refine(isOrigin, NOT_AN_ORIGIN).default('http://localhost:8080'),
  /** Other origins, separated by commas, that may send unsafe requests and open sockets. */
  ALLOWED_ORIGINS: list.pipe(z.array(z.string().refine(isOrigin, NOT_AN_ORIGIN))).default([]),
  /**
   * The proxies in front whose word about a client's address counts: addresses, networks, `loopback`, `private` or
   * `none`.
   */
  TRUSTED_PROXIES: z
    .string()
    .transform((text, context) => {
      const proxies = TrustedProxies.parse(text);
      if (!proxies) context.addIssue(NOT_PROXIES);
      return proxies ?? z.NEVER;
    })
    .prefault('loopback'),
  /** At most so many of them in a row, counted from here; 0 believes none. Without it, as many as are trusted. */
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
  /** `host:port` of Firebase's emulator, which browsers then sign in through by email: auth's own setting. */
  FIREBASE_AUTH_EMULATOR_HOST: z.string().regex(EMULATOR_HOST, 'must be host:port').optional(),
  /** The operator's privacy policy, http(s): the pages link to it. Without it they link to the built-in one. */
  PRIVACY_URL: z.url(WEB_PAGE).optional(),
  /** The operator's terms of service, likewise. */
  TERMS_URL: z.url(WEB_PAGE).optional(),
  /** Where people find the source of what runs here, changes included, as the AGPL asks; pages link to it. */
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
