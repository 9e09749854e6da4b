import { ApiFailure } from './client.mjs';

/** A server may be set up without room for pictures; the community is then one without. */
const NOT_TAKEN = ['unsupported-media-type', 'unavailable'];

/** Sends forms with pictures, as multipart (docs/product.md#media), as long as the server takes them. */
export class Media {
  taken = true;
  /** The server's reason, once it has refused one. */
  reason = '';

  /**
   * @param {import('./client.mjs').Client} client
   * @param {string} path
   * @param {Record<string, string>} fields
   * @param {string} field name of the file's field
   * @param {(() => Promise<import('./pictures.mjs').Picture>) | undefined} picture none: the form goes without
   * @param {Record<string, string>} [describing] fields that only go with the picture
   */
  async send(client, path, fields, field, picture, describing = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (!picture || !this.taken) return client.send('POST', path, form);
    for (const [name, value] of Object.entries(describing)) form.set(name, value);
    const { name, type, bytes } = await picture();
    form.set(field, new Blob([bytes], { type }), name);
    try {
      return await client.send('POST', path, form);
    } catch (error) {
      if (!(error instanceof ApiFailure) || !NOT_TAKEN.includes(error.code)) throw error;
      this.taken = false;
      this.reason = error.message;
      return this.send(client, path, fields, field, undefined);
    }
  }
}
