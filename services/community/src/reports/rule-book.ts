import { Injectable } from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import { SettingsService } from '../settings/settings.service.js';

/** The rules of the instance. */
@Injectable()
export class RuleBook {
  constructor(private readonly settings: SettingsService) {}

  /** The text of a rule now. @throws ApiError `invalid-request` for a number that no rule has */
  async textOf(number: number): Promise<string> {
    const { settings } = await this.settings.read();
    const rule = settings.rules[number - 1];
    if (!rule) throw new ApiError('invalid-request', { message: 'There is no such rule.' });
    return rule.text;
  }
}
