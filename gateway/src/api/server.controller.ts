import { Controller, Inject } from '@nestjs/common';
import {
  authRpc,
  insightsRpc,
  notificationsRpc,
  routes,
  type FirebaseWebConfig,
  type RpcContract,
  type RpcReply,
  type RpcRequest,
  type ServerConfig,
} from '@inkling/contracts';
import { BASE_CONFIG, CONFIG, RpcClient, type BaseConfig } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { decoration } from '../http/decoration.js';
import { firebaseWebConfig } from './firebase-web-config.js';
import { Route } from '../http/route.js';
import { Instance } from '../instance/instance.js';
import { publicInstance } from '../instance/public-instance.js';

/** A service's features change while it runs: Deep Dive is off while its source cannot be reached. */
const CACHE_MS = 10_000;
/** A service that did not answer is asked again after this time. */
const RETRY_MS = 2_000;

/** The part of the answer that services tell, without what the operator decides. */
type FixedConfig = Omit<ServerConfig, 'links' | 'operator' | 'instance'>;

type Features<C extends RpcContract> = RpcReply<C> | undefined;

/** What this server offers, for the browser (docs/product.md#what-the-server-offers). */
@Controller()
export class ServerController {
  #answer: Promise<FixedConfig> | undefined;
  #until = 0;
  readonly #firebase: FirebaseWebConfig | undefined;
  /** The last answers of auth and notifications, which count while those services are away. */
  #auth: Features<typeof authRpc.features>;
  #notifications: Features<typeof notificationsRpc.features>;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(BASE_CONFIG) private readonly base: BaseConfig,
    @Inject(CONFIG) private readonly settings: GatewayConfig,
    private readonly instance: Instance,
  ) {
    this.#firebase = firebaseWebConfig({ ...settings, NODE_ENV: base.NODE_ENV });
  }

  @Route(routes.config)
  async config(): Promise<ServerConfig> {
    if (!this.#answer || Date.now() >= this.#until) {
      this.#until = Date.now() + CACHE_MS;
      this.#answer = this.#read();
    }
    const [fixed, now] = await Promise.all([this.#answer, this.instance.now()]);
    const { name, contactAddress, links } = now.settings;
    const instance = publicInstance(now);
    const { pages } = instance;
    return {
      ...fixed,
      // A page that the operator has written here comes before an address in the environment.
      links: {
        privacy: pages.includes('privacy') ? null : (this.settings.PRIVACY_URL ?? null),
        terms: pages.includes('terms') ? null : (this.settings.TERMS_URL ?? null),
        source: this.settings.SOURCE_URL ?? null,
      },
      operator: {
        name: name ?? this.settings.OPERATOR_NAME ?? null,
        email: contactAddress ?? this.settings.SUPPORT_EMAIL ?? null,
        social: links.length > 0 ? links : this.settings.SOCIAL_LINKS,
      },
      instance,
    };
  }

  async #read(): Promise<FixedConfig> {
    const [auth, insights, notifications] = await Promise.all([
      this.#features(authRpc.features, this.#auth),
      // While insights is away there is no Deep Dive, so its last answer does not count.
      this.#features(insightsRpc.features, undefined),
      this.#features(notificationsRpc.features, this.#notifications),
    ]);
    this.#auth = auth;
    this.#notifications = notifications;
    const google = (auth?.google ?? false) && this.#firebase !== undefined;
    return {
      product: 'Inkling',
      version: this.settings.APP_VERSION,
      environment: this.base.NODE_ENV === 'production' ? 'production' : 'development',
      features: {
        google,
        push: notifications?.push ?? false,
        insights: insights?.insights ?? false,
        media: true,
        mail: notifications?.mail ?? false,
        passkeys: auth?.passkeys ?? false,
      },
      insightsKind: insights?.kind ?? null,
      firebase: this.#firebase ?? null,
      pushKey: notifications?.pushKey ?? null,
    };
  }

  /** A service's features, or `before` while it is away. */
  async #features<C extends RpcContract>(contract: C, before: Features<C>): Promise<Features<C>> {
    const answer = await decoration(this.rpc, contract, {} as RpcRequest<C>);
    if (answer === null) this.#until = Math.min(this.#until, Date.now() + RETRY_MS);
    return answer ?? before;
  }
}
