/**
 * Usernames that could pass for the product, its operator or its machinery. Names that look like one of these are
 * reserved as well. The variable `RESERVED_USERNAMES` adds more.
 */
export const RESERVED_USERNAMES: readonly string[] = `
  admin admins administrator administrators sysadmin root superuser system operator owner
  moderator moderators mod mods staff team official verified security abuse trust safety
  support help helpdesk contact info service feedback press legal privacy terms billing
  inkling inkling_team inkling_support inkling_help inkling_official inkling_app inkling_news inkling_probe
  postmaster hostmaster webmaster noreply no_reply mailer daemon bot robot newsletter
  api www web mail smtp ftp cdn static assets uploads media embed oembed health
  home search create poll polls profile profiles notifications settings debug login
  logout signup signin register auth account accounts user users you me anonymous
  everyone nobody somebody someone null undefined deleted unknown guest test
`
  .trim()
  .split(/\s+/);
