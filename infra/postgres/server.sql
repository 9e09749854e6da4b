-- For a server that holds nothing but this product; its superuser runs it. Running it again changes nothing.
-- PostgreSQL lets every role into the databases that it brings along. The services need none of them; what watches the
-- server does.
do $$
declare
  name text;
begin
  for name in
    select datname from pg_database where datname in ('postgres', 'template1') and exists (
      select from aclexplode(coalesce(datacl, acldefault('d', datdba))) where grantee = 0)
  loop
    execute format('revoke connect, temporary on database %I from public', name);
  end loop;
  if not has_database_privilege('pg_monitor', 'postgres', 'connect') then
    grant connect on database postgres to pg_monitor;
  end if;
end
$$;
