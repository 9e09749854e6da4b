/** A visitor's browser context, as slow as the device, signed in or not. */
import { ACCESS_COOKIE, STORAGE_USER } from '@inkling/contracts';
import { observe } from './observers.mts';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Device } from './devices.mts';
import type { Reader } from './stage.mts';

const TIMEOUT_MS = 30_000;

/** `scripts`: bytes of JavaScript as transferred. */
export interface Visit {
  page: Page;
  cdp: CDPSession;
  device: Device;
  scripts: () => number;
  requests: () => number;
}

export class Visitor {
  readonly context: BrowserContext;
  readonly device: Device;
  constructor(context: BrowserContext, device: Device) {
    this.context = context;
    this.device = device;
  }

  /** @param reader who has been here before; nobody: a stranger */
  static async open(browser: Browser, device: Device, origin: string, reader?: Reader) {
    const session = reader && {
      cookies: [cookie(origin, reader.cookie())],
      origins: [{ origin, localStorage: [{ name: STORAGE_USER, value: JSON.stringify(reader.user) }] }],
    };
    const context = await browser.newContext({
      viewport: device.viewport,
      deviceScaleFactor: device.scale,
      hasTouch: device.touch,
      isMobile: device.touch,
      colorScheme: 'light',
      // Its requests would escape the throttle, and its cache is not the browser's.
      serviceWorkers: 'block',
      storageState: session,
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    return new Visitor(context, device);
  }

  /**
   * A tab that is as slow as the device and has not been anywhere yet.
   * @param content selector of what the visitor comes for
   * @param throttle `network: false`: only the processor is the device's
   */
  async tab(content: string, { network: slow = true }: { network?: boolean } = {}): Promise<Visit> {
    const page = await this.context.newPage();
    const cdp = await this.context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Performance.enable');
    const { network, slowdown } = this.device;
    if (network && slow) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(observe, content);
    return { page, cdp, device: this.device, ...countScripts(cdp) };
  }

  close() {
    return this.context.close();
  }
}

function countScripts(cdp: CDPSession) {
  const scripts: Set<string> = new Set();
  let [bytes, requests] = [0, 0];
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
    // Asking whether a file is still the same counts; what comes out of the cache does not.
    if (!response.fromDiskCache) requests += 1;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return { scripts: () => bytes, requests: () => requests };
}

const cookie = (origin: string, pair: string) => ({
  name: ACCESS_COOKIE,
  value: pair.slice(ACCESS_COOKIE.length + 1),
  domain: new URL(origin).hostname,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
});
