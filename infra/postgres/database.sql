-- Run once per database by its owner, before service.sql (and on a server of the product's own after server.sql); running it again changes nothing.

-- Only the services' own roles get in, each to its own schema.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
end
$$;
revoke create on schema public from public;

-- Trusted extensions, for typing-tolerant search; they live in public so that every schema can call them.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
