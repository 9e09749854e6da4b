import { Injectable } from '@nestjs/common';
import { Nats } from './nats-connection.js';

const encoder = new TextEncoder();

/** Core NATS: messages for current subscribers, which may be lost. Facts that must not be lost are events. */
@Injectable()
export class LiveBus {
  constructor(private readonly nats: Nats) {}

  /** Sends a JSON message; does nothing while NATS is away. */
  publish(subject: string, data: object): void {
    if (this.nats.up) this.nats.connection.publish(subject, encoder.encode(JSON.stringify(data)));
  }

  /** Calls `handle` for every message on a subject (wildcards allowed). Returns the way to stop. */
  subscribe(subject: string, handle: (payload: Uint8Array, subject: string) => void): () => void {
    const subscription = this.nats.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) handle(message.data, message.subject);
      },
    });
    return () => subscription.unsubscribe();
  }
}
