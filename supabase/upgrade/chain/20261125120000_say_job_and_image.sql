-- The words of the product in the database too: a job (public.generations until now), a task at a provider (private.vendor_tasks),
-- an image. The bucket `pictures` keeps its name: renaming a bucket moves every object in it. This and the next file are the last
-- ones of the chain before the baseline (docs/decisions/034); the function before them does not work after them.
alter table public.generations rename to jobs;
alter table private.vendor_tasks rename to provider_tasks;
alter table public.jobs rename column picture_path to image_path;
alter trigger generations_end_due on public.jobs rename to jobs_end_due;
alter policy generations_select_own on public.jobs rename to jobs_select_own;

-- Constraints first, and the indexes that are theirs with them.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as renamed, conname as name from pg_constraint
    where conrelid in ('public.jobs'::regclass, 'private.provider_tasks'::regclass) and conname ~ '^(generations|vendor_tasks)_'
  loop
    execute format('alter table %s rename constraint %I to %I', named.renamed, named.name,
      regexp_replace(regexp_replace(named.name, '^generations_', 'jobs_'), '^vendor_tasks_', 'provider_tasks_'));
  end loop;
  for named in
    select c.oid::regclass as renamed, c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('public.jobs'::regclass, 'private.provider_tasks'::regclass) and c.relname ~ '^(generations|vendor_tasks)_'
  loop
    execute format('alter index %s rename to %I', named.renamed,
      regexp_replace(regexp_replace(named.name, '^generations_', 'jobs_'), '^vendor_tasks_', 'provider_tasks_'));
  end loop;
end $$;
