import { ApiFailure, type Client } from './client.mts';
import type { Picture } from './pictures.mts';

/** A server may be set up without room for pictures; the community is then one without. */
const NOT_TAKEN = ['unsupported-media-type', 'unavailable'];

/** Sends forms with pictures, as multipart (docs/product.md#media), as long as the server takes them. */
export class Media {
  taken = true;
  /** The server's reason, once it has refused one. */
  reason = '';

  /**
   * @param pictures by the name of the file's field
   * @param describing fields that only go with the pictures
   */
  async send(
    client: Client,
    path: string,
    fields: Record<string, string>,
    pictures: Record<string, () => Promise<Picture>>,
    describing: Record<string, string> = {},
  ): Promise<{ id: number }> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const files = Object.entries(pictures);
    if (files.length === 0 || !this.taken) return client.send('POST', path, form);
    for (const [name, value] of Object.entries(describing)) form.set(name, value);
    for (const [field, picture] of files) {
      const { name, type, bytes } = await picture();
      form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
    }
    try {
      return await client.send('POST', path, form);
    } catch (error) {
      if (!(error instanceof ApiFailure) || !NOT_TAKEN.includes(error.code)) throw error;
      this.taken = false;
      this.reason = error.message;
      return this.send(client, path, fields, {});
    }
  }
}
