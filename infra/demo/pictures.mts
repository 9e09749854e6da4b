import sharp from 'sharp';
import { portrait } from './portraits.mts';
import { SCENES } from './scenes.mts';
import type { DemoPerson } from './people.mts';

const PORTRAIT_SIDE = 512;
const SCENE = { width: 1200, height: 675 };

export interface Picture {
  name: string;
  type: string;
  bytes: Buffer;
}

const drawn = async (name: string, svg: string, width: number, height: number) => ({
  name,
  type: 'image/png',
  bytes: await sharp(Buffer.from(svg), { density: 288 })
    .resize(width, height)
    .png({ palette: true, colours: 128 })
    .toBuffer(),
});

/** @returns square */
export const profilePicture = (person: DemoPerson): Promise<Picture> =>
  drawn('portrait.png', portrait(person), PORTRAIT_SIDE, PORTRAIT_SIDE);

const scenes = new Map<string, Promise<Picture>>();

/** A poll's picture, 16:9. Drawn once, however many polls show it. */
export function scenePicture(scene: string): Promise<Picture> {
  const picture = scenes.get(scene) ?? drawn(`${scene}.png`, SCENES[scene] ?? '', SCENE.width, SCENE.height);
  scenes.set(scene, picture);
  return picture;
}
