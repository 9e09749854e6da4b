import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unlessCutOff } from './cut-off.js';

/** An article as a test writes it. */
export interface Article {
  readonly extract: string;
  /** Titles that lead to it. */
  readonly redirects?: readonly string[];
  /** The section that the redirects lead to. */
  readonly fragment?: string;
  /** It only tells the meanings of its title apart. */
  readonly disambiguation?: boolean;
  /** Words besides its title by which a search finds it. */
  readonly about?: string;
  /** Its address, where it is not the ordinary one. */
  readonly fullurl?: string;
}

/** One answer in the place of a sound one. */
export interface WikiScripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as it is. */
  readonly body?: string | Buffer;
  /** Waits for it before it answers. */
  readonly after?: Promise<unknown>;
}

/** A request for articles as it arrived. */
export interface WikiAsked {
  readonly language: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
}

/**
 * A server of this machine that speaks the part of MediaWiki's Action API that finds articles, for wikis of any
 * language.
 */
export class WikiServer {
  #server: Server;
  /** By language, then by title. */
  readonly articles: Record<string, Record<string, Article>> = {};
  /** Requests for articles; looks at whether it is there are only counted. */
  readonly asked: WikiAsked[] = [];
  looks = 0;
  /** The next answers to requests for articles, in order; when empty, sound ones. */
  readonly script: WikiScripted[] = [];
  /** As `siteinfo` has it. */
  rights: { url: string; text: string } | null = {
    url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.en',
    text: 'Creative Commons Attribution-Share Alike 4.0',
  };

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WikiServer> {
    const wiki = new WikiServer(createServer());
    await wiki.#listen(0);
    return wiki;
  }

  /** As `WIKIPEDIA_BASE_URL`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/{language}`;
  }

  /** Refuses connections from now on, until `comeBack`. */
  async goAway(): Promise<void> {
    this.#port = (this.#server.address() as AddressInfo).port;
    await this.close();
  }

  /** Listens again where it did. */
  async comeBack(): Promise<void> {
    this.#server = createServer();
    await this.#listen(this.#port);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #port = 0;

  async #listen(port: number): Promise<void> {
    this.#server.on(
      'request',
      (request, response) => void this.#answer(request, response).catch(unlessCutOff(request)),
    );
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://wiki.example');
    const [, language = '', rest] = /^\/([a-z-]+)(\/w\/api\.php)$/.exec(url.pathname) ?? [];
    if (request.method !== 'GET' || rest === undefined) return void response.writeHead(404).end('No such page');
    const query = Object.fromEntries(url.searchParams);
    if (!query['titles'] && !query['generator']) {
      this.looks += 1;
      return void send(response, { batchcomplete: true });
    }
    this.asked.push({ language, query, headers: request.headers, path: request.url ?? '' });
    const scripted = this.script.shift();
    await scripted?.after;
    if (scripted?.body !== undefined || scripted?.status !== undefined || scripted?.headers !== undefined) {
      return void response
        .writeHead(scripted.status ?? 200, { 'content-type': 'application/json', ...scripted.headers })
        .end(scripted.body);
    }
    const pages = this.articles[language] ?? {};
    const found = query['generator'] === 'search' ? search(pages, query) : titled(pages, query);
    send(response, {
      batchcomplete: true,
      query: {
        ...found,
        pages: found.pages.map((page) => ({ ...page, ...addressOf(page, pages, language) })),
        ...(this.rights ? { rightsinfo: this.rights } : {}),
      },
    });
  }
}

interface FoundPage {
  readonly title: string;
  readonly index?: number;
  readonly missing?: true;
  readonly extract?: string;
  readonly pageprops?: object;
}

const shown = (title: string, { extract, disambiguation }: Article): FoundPage => ({
  title,
  extract,
  ...(disambiguation ? { pageprops: { disambiguation: '' } } : {}),
});

function titled(
  pages: Record<string, Article>,
  query: Record<string, string>,
): { pages: FoundPage[]; normalized: object[]; redirects: object[] } {
  const normalized: object[] = [];
  const redirects: object[] = [];
  const found = new Map<string, FoundPage>();
  for (const from of (query['titles'] ?? '').split('|')) {
    const to = from.charAt(0).toUpperCase() + from.slice(1);
    if (to !== from) normalized.push({ fromencoded: false, from, to });
    const [title = to, article] =
      Object.entries(pages).find(([name, page]) => name === to || page.redirects?.includes(to)) ?? [];
    if (article && title !== to)
      redirects.push({ from: to, to: title, ...(article.fragment ? { tofragment: article.fragment } : {}) });
    found.set(title, article ? shown(title, article) : { title, missing: true });
  }
  return { pages: [...found.values()], normalized, redirects };
}

function search(pages: Record<string, Article>, query: Record<string, string>): { pages: FoundPage[] } {
  const words = (query['gsrsearch'] ?? '').toLowerCase().split(/\s+/);
  const hits = Object.entries(pages).filter(([title, { about = '', extract }]) =>
    words.every((word) => `${title} ${about} ${extract}`.toLowerCase().includes(word)),
  );
  return {
    pages: hits
      .slice(0, Number(query['gsrlimit']))
      .map(([title, article], index) => ({ ...shown(title, article), index: index + 1 })),
  };
}

const addressOf = ({ title, missing }: FoundPage, pages: Record<string, Article>, language: string): object =>
  missing
    ? {}
    : {
        fullurl:
          pages[title]?.fullurl ??
          `https://${language}.wikipedia.example/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
      };

const send = (response: ServerResponse, body: object): ServerResponse =>
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
