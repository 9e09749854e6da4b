-- One service's role and schema; running it again changes nothing but the password. Two settings say which, set beforehand
-- by set_config or, with psql, by PGOPTIONS='-c inkling.service=polls -c inkling.password=...':
--   inkling.service   the service's name, which is its schema's name too
--   inkling.password  the role's password
do $$
declare
  service constant text := current_setting('inkling.service');
  service_role constant text := 'inkling_' || service;
begin
  if not exists (select from pg_roles where rolname = service_role) then
    execute format('create role %I login nosuperuser nocreatedb nocreaterole', service_role);
    -- An owner that is no superuser may give a schema only to a role that it belongs to.
    execute format('grant %I to current_user', service_role);
  end if;
  execute format('alter role %I password %L', service_role, current_setting('inkling.password'));
  execute format('grant connect, temporary on database %I to %I', current_database(), service_role);
  execute format('create schema if not exists %I authorization %I', service, service_role);
  execute format('alter role %I in database %I set search_path = %I, public', service_role, current_database(), service);
end
$$;
