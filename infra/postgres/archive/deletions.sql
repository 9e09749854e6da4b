-- One line of JSON: all deletions of accounts with ids and times alone, and the oldest accounts, by which a restore
-- recognises the installation. Read by archive.sh and by infra/backup/deletion-lists.mts.
select jsonb_build_object(
  'accounts', (
    select coalesce(jsonb_agg(jsonb_build_array(id, created_at) order by id), '[]')
    from (select id, created_at from auth.accounts order by id limit 20) as oldest
  ),
  'deletions', (
    select coalesce(
      jsonb_agg(jsonb_build_array(account_id, polls, requested_at, due_at, started_at) order by account_id), '[]')
    from auth.account_deletions
  )
)::text;
