/** Who a request or a socket speaks for, as the access token says. */
export interface Viewer {
  readonly userId: number;
  readonly sessionId: string;
  /** The user has completed the profile. */
  readonly profile: boolean;
  /** The user has proved the address; false also in a token that is older than the proof. */
  readonly verified: boolean;
  /** The account of the probe, whose polls nobody else sees (ADR 21). */
  readonly probe?: true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; absent on public routes. */
    viewer?: Viewer;
  }
}
