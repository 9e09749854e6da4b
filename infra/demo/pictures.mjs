import sharp from 'sharp';
import { portrait } from './portraits.mjs';
import { SCENES } from './scenes.mjs';

const PORTRAIT_SIDE = 512;
const SCENE = { width: 1200, height: 675 };

/** @typedef {{ name: string, type: string, bytes: Buffer }} Picture */

const drawn = async (name, svg, width, height) => ({
  name,
  type: 'image/png',
  bytes: await sharp(Buffer.from(svg), { density: 288 })
    .resize(width, height)
    .png({ palette: true, colours: 128 })
    .toBuffer(),
});

/** @param {import('./people.mjs').DemoPerson} person @returns {Promise<Picture>} square */
export const profilePicture = (person) => drawn('portrait.png', portrait(person), PORTRAIT_SIDE, PORTRAIT_SIDE);

const scenes = new Map();

/**
 * A poll's picture, 16:9. Drawn once, however many polls show it.
 * @param {string} scene
 * @returns {Promise<Picture>}
 */
export function scenePicture(scene) {
  if (!scenes.has(scene)) scenes.set(scene, drawn(`${scene}.png`, SCENES[scene], SCENE.width, SCENE.height));
  return scenes.get(scene);
}
