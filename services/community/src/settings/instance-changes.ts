import { Injectable } from '@nestjs/common';
import { INSTANCE_CHANGED_SUBJECT } from '@inkling/contracts';
import { LiveBus } from '@inkling/platform';

/** Tells the gateways to read the instance again. They also do so by themselves, in case the message is lost. */
@Injectable()
export class InstanceChanges {
  constructor(private readonly bus: LiveBus) {}

  /** To be called after the commit. */
  announce(): void {
    this.bus.publish(INSTANCE_CHANGED_SUBJECT, {});
  }
}
