-- A job: what the person asked for and what became of it. Its id is the job id of its hold and the taskId of the gateway.
create table public.generations (
  id uuid primary key references private.credit_holds (job_id) on delete restrict,
  user_id uuid not null references auth.users (id) on delete restrict,
  model text not null references private.model_prices (model) on delete restrict,
  credits integer not null check (credits > 0),
  mode text not null check (mode in ('text', 'image')),
  prompt text not null default '',
  negative_prompt text not null default '',
  length_seconds integer not null check (length_seconds between 1 and 60),
  aspect_ratio text not null,
  seed integer not null check (seed between 0 and 999),
  generate_audio boolean not null,
  -- submitted: stored, the vendor is being called. running: the vendor has it. unknown: the vendor's answer was lost.
  status text not null default 'submitted' check (status in ('submitted', 'running', 'unknown', 'succeeded', 'failed')),
  failure_code text,
  failure_message text,
  -- Our own copies: paths in the buckets pictures and videos.
  picture_path text,
  video_path text,
  video_duration_seconds numeric(8, 3),
  video_bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint generations_succeeded_has_video check (status <> 'succeeded' or video_path is not null),
  constraint generations_failed_has_code check (status <> 'failed' or failure_code is not null)
);
create index generations_user_created_idx on public.generations (user_id, created_at desc);
-- A person's open jobs are few: counting them must not read the finished ones.
create index generations_user_open_idx on public.generations (user_id) where finished_at is null;
create index generations_model_idx on public.generations (model);
create index generations_open_idx on public.generations (created_at) where status in ('submitted', 'running', 'unknown');
alter table public.generations enable row level security;
revoke all on public.generations from anon, authenticated, service_role;
grant select on public.generations to authenticated;
grant select, insert, update on public.generations to service_role;
create policy generations_select_own on public.generations for select to authenticated using (user_id = (select auth.uid()));

-- What the vendor knows the job by: never shown to a browser.
create table private.vendor_tasks (
  job_id uuid primary key references public.generations (id) on delete restrict,
  provider text not null,
  -- sha-256 of the request: the same job id with another request is refused.
  request_hash text not null,
  provider_task_id text,
  -- When the vendor was last asked, so that a sweep leaves alone what a browser is polling.
  checked_at timestamptz not null default now(),
  -- Somebody fetches the finished file until then.
  delivering_until timestamptz
);
alter table private.vendor_tasks enable row level security;
grant select, insert, update on private.vendor_tasks to service_role;
