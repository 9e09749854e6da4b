import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, type AgentOptions } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A service account as Google hands it out. */
export const serviceAccount = (): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'inkling-spec',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
    client_email: 'push@inkling-spec.iam.gserviceaccount.com',
  });

export interface FcmMessage {
  readonly token: string;
  readonly [field: string]: unknown;
}

interface Failure {
  readonly status: number;
  readonly error?: object;
  readonly headers?: Record<string, string>;
}

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
/** Answers as FCM's HTTP v1 gives them. */
export const FAILURES = {
  unregistered: {
    status: 404,
    error: {
      code: 404,
      message: 'Requested entity was not found.',
      status: 'NOT_FOUND',
      details: [{ '@type': FCM_ERROR, errorCode: 'UNREGISTERED' }],
    },
  },
  badToken: {
    status: 400,
    error: {
      code: 400,
      message: 'The registration token is not a valid FCM registration token',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' }],
    },
  },
  badMessage: {
    status: 400,
    error: {
      code: 400,
      message: "Invalid value at 'message.webpush'",
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': FCM_ERROR, errorCode: 'INVALID_ARGUMENT' }],
    },
  },
  otherProject: {
    status: 403,
    error: {
      code: 403,
      message: 'SenderId mismatch',
      status: 'PERMISSION_DENIED',
      details: [{ '@type': FCM_ERROR, errorCode: 'SENDER_ID_MISMATCH' }],
    },
  },
  quota: {
    status: 429,
    error: {
      code: 429,
      message: 'Quota exceeded',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': FCM_ERROR, errorCode: 'QUOTA_EXCEEDED' }],
    },
    headers: { 'retry-after': '120' },
  },
  internal: { status: 500, error: { code: 500, message: 'Internal error', status: 'INTERNAL', details: [] } },
  page: { status: 502 },
} satisfies Record<string, Failure>;

/** FCM's HTTP v1 on loopback; what a sender is opened with to reach it. */
export class FcmServer {
  readonly messages: FcmMessage[] = [];
  /** What a token is answered; default: taken. */
  readonly failures = new Map<string, Failure>();
  /** Tokens that are never answered. */
  readonly silent = new Set<string>();
  /** Connections that were opened to it. */
  connections = 0;
  /** Access tokens given out. */
  signIns = 0;
  readonly projectId = 'inkling-spec';
  readonly agent: Agent;
  readonly credential = {
    getAccessToken: async () => {
      this.signIns += 1;
      return { access_token: 'an access token', expires_in: 3_600 };
    },
  };

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {
    this.agent = agentTo(port);
  }

  static async start(): Promise<FcmServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fcm = new FcmServer(server, (server.address() as AddressInfo).port);
    server.on('connection', () => (fcm.connections += 1));
    server.on(
      'request',
      (request, response) =>
        void fcm.#answer(request, response).catch((error: unknown) => {
          // Cut off, by the client or by `stop`.
          if (request.complete) throw error;
        }),
    );
    return fcm;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const where = `${request.method} https://${request.headers.host}${request.url}`;
    const json = (status: number, content: object, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content));
    if (where !== 'POST https://fcm.googleapis.com/v1/projects/inkling-spec/messages:send')
      return json(404, { error: { status: 'NOT_FOUND', message: where } });
    if (request.headers.authorization !== 'Bearer an access token')
      return json(401, { error: { status: 'UNAUTHENTICATED', message: 'no token' } });
    const { message } = JSON.parse(body) as { message: FcmMessage };
    if (this.silent.has(message.token)) return;
    const failure = this.failures.get(message.token);
    if (failure?.error) return json(failure.status, { error: failure.error }, failure.headers);
    if (failure)
      return void response.writeHead(failure.status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    this.messages.push(message);
    return json(200, { name: `projects/inkling-spec/messages/${this.messages.length}` });
  }
}

/** Leads every connection to a port of loopback, without TLS. */
export function agentTo(port: number, options: AgentOptions = {}): Agent {
  const agent = new Agent(options);
  (agent as unknown as { createConnection: () => Socket }).createConnection = () => connect(port, '127.0.0.1');
  return agent;
}
