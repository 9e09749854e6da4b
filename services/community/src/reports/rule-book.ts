import { Injectable } from '@nestjs/common';
import { DEFAULT_RULES } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';

/** The rules of the instance. */
@Injectable()
export class RuleBook {
  /** The text of a rule now. @throws ApiError `invalid-request` for a number that no rule has */
  textOf(number: number): Promise<string> {
    const rule = DEFAULT_RULES[number - 1];
    if (!rule) throw new ApiError('invalid-request', { message: 'There is no such rule.' });
    return Promise.resolve(rule.text);
  }
}
