import { Migration } from '@mikro-orm/migrations';

/** Finds the polls that use a stored object as the picture of an option (docs/product.md#media). */
export class Migration20261123121000 extends Migration {
  override up(): void {
    this.addSql(`
      create index polls_option_images_index
        on polls using gin ((jsonb_path_query_array(option_images::jsonb, '$[*].image')))
        where option_images is not null`);
  }

  override down(): void {
    this.addSql(`drop index polls_option_images_index`);
  }
}
