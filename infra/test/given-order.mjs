import { createRequire } from 'node:module';

/** @type {typeof import('@jest/test-sequencer')} */
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Runs spec files in the order in which Jest was given them. */
export default class GivenOrder extends Sequencer {
  #given;

  /** @param {import('@jest/test-sequencer').TestSequencerOptions} options */
  constructor(options) {
    super(options);
    this.#given = options.globalConfig.testPathPatterns.patterns;
  }

  /**
   * @override
   * @type {InstanceType<typeof Sequencer>['sort']}
   */
  sort(tests) {
    const place = ({ path = '' }) => this.#given.indexOf(path);
    return [...tests].sort((one, other) => place(one) - place(other));
  }
}
