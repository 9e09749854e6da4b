import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { portrait } from './portraits.mts';
import type { DemoPerson } from './people.mts';

const PORTRAIT_SIDE = 512;
const SCENE = { width: 1200, height: 675 };

export interface Picture {
  name: string;
  type: string;
  bytes: Buffer;
}

const drawn = async (name: string, svg: Buffer, width: number, height: number) => ({
  name,
  type: 'image/png',
  bytes: await sharp(svg, { density: 288 }).resize(width, height).png({ palette: true, colours: 128 }).toBuffer(),
});

/** @returns square */
export const profilePicture = (person: DemoPerson): Promise<Picture> =>
  drawn('portrait.png', Buffer.from(portrait(person)), PORTRAIT_SIDE, PORTRAIT_SIDE);

const scenes = new Map<string, Promise<Picture>>();

/** A poll's picture, 16:9. Drawn once, however many polls show it. */
export function scenePicture(scene: string): Promise<Picture> {
  const picture = scenes.get(scene) ?? drawScene(scene);
  scenes.set(scene, picture);
  return picture;
}

async function drawScene(scene: string) {
  const svg = await readFile(join(import.meta.dirname, 'scenes', `${scene}.svg`));
  return drawn(`${scene}.png`, svg, SCENE.width, SCENE.height);
}
