/**
 * Milliseconds without a byte moving, and to wait for the answer once everything is sent: a video takes a while to
 * check.
 */
const STALLED = 30_000;
const ANSWER = 120_000;

/** How much of a form has been sent, 0 to 1. */
export type UploadProgress = (sent: number) => void;

interface UploadInit {
  method: string;
  headers: Record<string, string>;
  body: FormData;
  signal?: AbortSignal;
  onProgress: UploadProgress;
}

/** Headers of an answer as text, one per line. */
function headersOf(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * `fetch` for a form with a large file: it tells how much has been sent, which fetch cannot, and gives up when nothing
 * moves any more instead of after a fixed time. Cookies go along.
 * @throws TypeError when no answer came, the signal's reason when it was aborted
 */
export function upload(address: string, { method, headers, body, signal, onProgress }: UploadInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const onAbort = () => request.abort();
    const over = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    request.open(method, address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      wait(STALLED);
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.upload.onload = () => {
      wait(ANSWER);
      onProgress(1);
    };
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const empty = status === 204 || status === 205 || status === 304;
      over(() =>
        resolve(
          new Response(empty ? null : responseText, {
            status,
            statusText,
            headers: headersOf(request.getAllResponseHeaders()),
          }),
        ),
      );
    };
    request.onerror = () => over(() => reject(new TypeError('The request failed')));
    request.onabort = () =>
      over(() => reject(signal?.aborted ? (signal.reason as Error) : new TypeError('The request stalled')));
    signal?.addEventListener('abort', onAbort);
    wait(STALLED);
    request.send(body);
  });
}
