// Lines of the library's functions, each to be taken out.
import type { Edit } from './mutations.ts'

const OWN = 'where user_id = p_user_id and '

export const LIBRARY_EDITS: Edit[] = [
  ['a page is the person’s own', 'public.list_jobs', `${OWN}deleted_at is null`, 'where deleted_at is null'],
  [
    'a page of open jobs is the person’s own',
    'public.list_jobs',
    `${OWN}finished_at is null`,
    'where finished_at is null',
  ],
  ['a page has no deleted job', 'public.list_jobs', 'and deleted_at is null ', ''],
  ['a page of open jobs has no finished one', 'public.list_jobs', 'and finished_at is null ', ''],
  [
    'a page starts after the last one',
    'public.list_jobs',
    'deleted_at is null and (created_at, id) < (before_time, before_id)',
    'deleted_at is null',
  ],
  [
    'a page of open jobs starts after the last one',
    'public.list_jobs',
    'finished_at is null and (created_at, id) < (before_time, before_id)',
    'finished_at is null',
  ],
  ['the time of a finished job stops', 'private.job_record', 'coalesce(g.finished_at, now())', 'now()'],
  ['only an open job’s queue is noted', 'public.note_queued', ' and finished_at is null', ''],
  ['a deleted job is not found', 'public.get_job', ` and j->>'deleted_at' is null`, ''],
  ['a job is deleted by its owner', 'public.delete_job', ' and user_id = p_user_id', ''],
  ['an open job is not deleted', 'public.delete_job', 'if job.finished_at is null then', 'if false then'],
  ['a job is emptied once', 'public.delete_job', 'if job.deleted_at is null then', 'if true then'],
  ['a late video is listed too', 'public.delete_job', 'coalesce(job.video_path, p_video_path)', 'job.video_path'],
  ['a picture is listed too', 'public.delete_job', `, ('pictures', job.picture_path)`, ''],
  [
    'the sum of the request goes',
    'public.delete_job',
    `update private.vendor_tasks set request_hash = '' where job_id = p_job_id`,
    'null',
  ],
  ['only files that are due come up', 'public.take_files_to_delete', 'where due_at <= p_now', ''],
  ['a batch of files has a size', 'public.take_files_to_delete', ' limit p_limit', ''],
  [
    'a file that was taken waits',
    'public.take_files_to_delete',
    `set due_at = p_now + interval '10 minutes'`,
    'set due_at = f.due_at',
  ],
  ['only this job’s files are forgotten', 'public.forget_deleted_files', 'f.job_id = any (p_job_ids) and ', ''],
  ['only this bucket’s files are forgotten', 'public.forget_deleted_files', 'f.bucket = p_bucket and ', ''],
  [
    'a late delivery keeps its file listed',
    'public.forget_deleted_files',
    `and (v.delivering_until is null or v.delivering_until <= p_now)`,
    '',
  ],
  ['a delivery that is over keeps nothing', 'public.forget_deleted_files', ' or v.delivering_until <= p_now', ''],
  ['a statement is the person’s own', 'public.list_credit_entries', `${OWN}id < coalesce`, 'where id < coalesce'],
  ['what is newer is the person’s own', 'public.list_credit_entries', `${OWN}id >= p_before`, 'where id >= p_before'],
  ['an older page closes lower', 'public.list_credit_entries', ' and id >= p_before', ' and false'],
  ['another page is the person’s own', 'public.list_credit_entries', `${OWN}id < (select`, 'where id < (select'],
]
