export interface UnaccentedRow {
  readonly from: string;
  readonly to: string;
}

/** What `unaccent` makes of letters; `$1` the letters. SQL, because a migration runs it, too. */
export const UNACCENTED = `
  select c as "from", lower(public.unaccent('public.unaccent', c)) as "to"
  from unnest($1::text[]) as c where public.unaccent('public.unaccent', c) <> c`;
