-- For a server that holds nothing but this product: no service can take all of its connections, whatever goes wrong in it.
-- Two fifths leave room for two of each process while they are replaced (`docs/operations/upgrade.md`). The setting
-- inkling.service says which service, as for service.sql; running it again changes nothing.
do $$
declare
  allowed constant integer := current_setting('max_connections')::integer * 2 / 5;
begin
  execute format('alter role %I connection limit %s', 'inkling_' || current_setting('inkling.service'), allowed);
end
$$;
