import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unlessCutOff } from './cut-off.js';

/** What the server was asked. */
export interface Asked {
  readonly instructions: string;
  readonly input: string;
  readonly tools?: { type: string }[];
  readonly text?: { format: { name: string } };
  readonly [field: string]: unknown;
}

/** One answer: a failure by its status, or a text with what it cites. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly error?: string;
  /** Milliseconds before it answers. */
  readonly delayMs?: number;
  /** The model's output: paragraphs or a classification; text is sent as it is. */
  readonly output?: object | string;
  readonly cites?: readonly string[];
  readonly incomplete?: boolean;
  /** The model declines. */
  readonly refusal?: string;
  /** Waits for it before it answers. */
  readonly after?: Promise<unknown>;
}

const PARAGRAPHS = {
  paragraphs: ['Night trains emit about a tenth of what flights do.', 'Tickets cost more on some lines.'],
};
const LABELS = {
  topics: ['night trains', 'travel'],
  mood: 'curious',
  context: 'travel',
  seasonality: null,
  language: 'en',
};

/** A server of this machine that speaks the Responses API, with answers that a test writes. */
export class ResponsesServer {
  readonly #server: Server;
  /** Requests for texts, not for classifications. */
  readonly asked: Asked[] = [];
  readonly classified: Asked[] = [];
  /** The next answers to requests for texts, in order; when empty, a sound one. */
  readonly script: Scripted[] = [];
  /** The same for classifications. */
  readonly labels: Scripted[] = [];
  /** Has no such tool, as some endpoints that are compatible. */
  withoutWebSearch = false;
  /** Knows no structured output. */
  withoutSchema = false;
  /** Milliseconds before every sound answer. */
  delayMs = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param port any free one by default */
  static async start(port = 0): Promise<ResponsesServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const responses = new ResponsesServer(server);
    server.on('request', (request, response) => void responses.#answer(request, response).catch(unlessCutOff(request)));
    return responses;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== '/v1/responses' || request.headers.authorization === undefined)
      return void send(response, 404, { error: { message: 'Unknown request URL' } });
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    if (this.withoutWebSearch && asked.tools)
      return void send(response, 400, {
        error: {
          message: "Hosted tool 'web_search' is not supported",
          type: 'invalid_request_error',
          param: 'tools',
          code: null,
        },
      });
    if (this.withoutSchema && asked.text)
      return void send(response, 400, {
        error: {
          message: "'text.format' of type 'json_schema' is not supported",
          type: 'invalid_request_error',
          param: 'text.format',
          code: null,
        },
      });
    const forText = asked.text?.format.name !== 'poll_labels';
    (forText ? this.asked : this.classified).push(asked);
    const {
      status = 200,
      error = 'scripted',
      headers,
      delayMs = this.delayMs,
      output = forText ? PARAGRAPHS : LABELS,
      cites = [],
      incomplete = false,
      refusal,
      after,
    } = (forText ? this.script : this.labels).shift() ?? {};
    await after;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (status !== 200)
      return void send(
        response,
        status,
        { error: { message: error, type: 'error', param: null, code: null } },
        headers,
      );
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    send(response, 200, {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      status: incomplete ? 'incomplete' : 'completed',
      error: null,
      model: 'spec',
      output: [
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content:
            refusal !== undefined
              ? [{ type: 'refusal', refusal }]
              : [
                  {
                    type: 'output_text',
                    text,
                    annotations: cites.map((url) => ({
                      type: 'url_citation',
                      url,
                      title: 'A source',
                      start_index: 0,
                      end_index: 1,
                    })),
                  },
                ],
        },
      ],
      usage: { input_tokens: 100, output_tokens: 50, total_tokens: 150 },
    });
  }
}

export const startResponsesServer = (): Promise<ResponsesServer> => ResponsesServer.start();

const send = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): ServerResponse =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
