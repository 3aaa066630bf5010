-- Nineteen durations of a model that the stand-in draws as fal. The twentieth is that of your first video.
insert into private.job_durations (model, provider, length_seconds, seconds)
select 'ltx-2.3-fast', 'fal', 6, array(select 10 + n % 5 from generate_series(1, 19) as n) on conflict do nothing;
