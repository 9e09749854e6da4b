import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Picture } from './picture';

const info = { width: 1_600, height: 800, thumbhash: null };
const PATH = '/uploads/0123456789abcdef0123456789abcdef.webp';
const imageOf = (props: Partial<Parameters<typeof Picture>[0]> = {}): HTMLImageElement =>
  render(<Picture src={PATH} alt="" info={info} {...props} />).container.querySelector('img')!;

describe('a picture', () => {
  it('is offered in the widths that a phone needs, and in its own', () => {
    const image = imageOf();
    expect(image.srcset).toBe(`${PATH}?w=480 480w, ${PATH}?w=960 960w, ${PATH} 1600w`);
    expect(image.sizes).toContain('100vw');
    expect(imageOf({ info: { ...info, width: 700 } }).srcset).toBe(`${PATH}?w=480 480w, ${PATH} 700w`);
  });

  it.each([
    ['is small', { info: { ...info, width: 480 } }],
    ['is not known', { info: null }],
    ['is not stored yet', { src: 'blob:http://localhost/1' }],
  ])('has no other widths where it %s', (_what, props) => {
    expect(imageOf(props).hasAttribute('srcset')).toBe(false);
  });

  it('waits for the screen, but for the first one, which comes before all others', () => {
    const [later, first] = [imageOf(), imageOf({ first: true })];
    expect([later.getAttribute('loading'), later.getAttribute('fetchpriority')]).toEqual(['lazy', null]);
    expect([first.getAttribute('loading'), first.getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
  });
});
