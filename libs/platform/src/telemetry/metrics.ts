import { Injectable } from '@nestjs/common';
import { Gauge, Registry, collectDefaultMetrics } from '@prometheus-io/client';

/** Media type of Prometheus text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * How often the event loop is measured. The library's own times (10 and 100 ms) wake an idle process 110 times a second,
 * which is most of what it would do.
 */
const EVENT_LOOP = { eventLoopMonitoringPrecision: 50, eventLoopUtilizationTimeout: 1_000 };

/** One figure of a gauge, with the labels that tell it from the others. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One registry per service, so that several services in one process do not mix their numbers. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor(
    service: string,
    readonly version = '0.1.0',
  ) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry, ...EVENT_LOOP });
    this.read(
      'inkling_build_info',
      'Always 1; what runs is in the labels',
      () => [{ labels: { version, node: process.versions.node }, value: 1 }],
      ['version', 'node'],
    );
  }

  /**
   * A gauge that is read with each scrape of `/metrics`. `read` must not reject and must answer soon (see Probe);
   * undefined leaves the figures out, so that no old figure looks current.
   */
  read(
    name: string,
    help: string,
    read: () => readonly Sample[] | undefined | Promise<readonly Sample[] | undefined>,
    labelNames: readonly string[] = [],
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect: async () => {
        const samples = await read();
        gauge.reset();
        if (labelNames.length === 0) gauge.remove();
        for (const { labels = {}, value } of samples ?? []) gauge.set(labels, value);
      },
    });
  }
}
