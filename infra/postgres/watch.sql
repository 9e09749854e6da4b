-- The role of what watches the server. It reads figures about the server and no table; running it again changes nothing but
-- the password, which is the setting `inkling.password`, as in service.sql.
do $$
begin
  if not exists (select from pg_roles where rolname = 'inkling_watch') then
    create role inkling_watch login;
  end if;
  execute format('alter role inkling_watch login nosuperuser nocreatedb nocreaterole connection limit 5 password %L',
    current_setting('inkling.password'));
  grant pg_monitor to inkling_watch;
end
$$;
