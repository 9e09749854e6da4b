import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { unlessCutOff } from './cut-off.js';

/** A span as it was exported, with its attributes as a plain object. */
export interface ExportedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for the first of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2 for an error. */
  readonly status: number;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ExportedSpan, 'attributes' | 'service' | 'links' | 'status'> & {
        attributes?: Attribute[];
        links?: ExportedSpan['links'];
        status?: { code?: number };
      })[];
    }[];
  }[];
}

const plain = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of this machine that takes OTLP over HTTP as JSON, and keeps what it gets. */
export class OtlpCollector {
  readonly #server: Server;
  readonly spans: ExportedSpan[] = [];
  /** Everything as it came, for searching. */
  readonly bodies: string[] = [];
  /** `failing` answers 503, `silent` takes requests and never answers. */
  mood: 'well' | 'failing' | 'silent' = 'well';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OtlpCollector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const collector = new OtlpCollector(server);
    server.on('request', (request, response) => void collector.#take(request, response).catch(unlessCutOff(request)));
    return collector;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Works again, and makes those whose requests it has ignored send them once more. */
  recover(): void {
    this.mood = 'well';
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.mood === 'silent') return;
    if (request.url !== '/v1/traces' || this.mood === 'failing') {
      response.writeHead(this.mood === 'failing' ? 503 : 404).end();
      return;
    }
    const body = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
    this.bodies.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      const service = String(plain(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({
          ...span,
          service,
          attributes: plain(span.attributes),
          links: span.links ?? [],
          status: span.status?.code ?? 0,
        });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
}
