// Lines of the functions behind credits, jobs, sweep and profile, each to be taken out.
import type { Edit } from './mutations.ts'

export const LEDGER_EDITS: Edit[] = [
  ['only at today’s price', 'public.hold_credits', 'p_amount <> price', 'false'],
  ['only with enough credits', 'public.hold_credits', 'and available >= price', ''],
  ['the hold’s person', 'public.hold_credits', 'hold.user_id <> p_user_id or ', ''],
  ['the hold’s purpose', 'public.hold_credits', 'or hold.type <> p_type ', ''],
  ['the hold’s model', 'public.hold_credits', 'or hold.source <> p_source ', ''],
  ['the hold’s price', 'public.hold_credits', 'or hold.amount <> p_amount ', ''],
  ['a spent hold stays spent', 'public.hold_credits', `when hold.state in ('captured', 'released') then 'spent'`, ''],
  ['a charge at once is captured', 'public.hold_credits', `perform private.settle_hold(p_job_id, 'capture')`, 'null'],
  [
    'an open hold is captured too',
    'public.hold_credits',
    `hold.state := private.settle_hold(p_job_id, 'capture')`,
    'null',
  ],
  ['a second settle changes nothing', 'private.settle_hold', 'if not found then', 'if false then'],
  ['a release gives back', 'private.settle_hold', `case p_outcome when 'release' then hold.amount else 0 end`, '0'],
  [
    'a capture does not',
    'private.settle_hold',
    `case p_outcome when 'release' then hold.amount else 0 end`,
    'hold.amount',
  ],
  ['a grant’s key', 'private.grant_credits', 'if not found then', 'if false then'],
  ['a grant key’s person', 'private.grant_credits', 'entry.user_id = p_user_id and ', ''],
  ['a grant key’s amount', 'private.grant_credits', 'entry.amount = p_amount and ', ''],
  ['a job’s person', 'public.start_job', `(job->>'user_id')::uuid = p_user_id and `, ''],
  ['a job’s request', 'public.start_job', ` and job->>'request_hash' = p_request_hash`, ''],
  [
    'a refused hold starts nothing',
    'public.start_job',
    `if held->>'outcome' not in ('held', 'exists') then`,
    'if false then',
  ],
  ['a mismatched hold comes back', 'public.start_job', `if held->>'outcome' = 'key_mismatch' then`, 'if false then'],
  ['it is the person’s own', 'public.start_job', 'h.user_id = p_user_id and ', ''],
  ['the limit of open jobs', 'public.start_job', '>= p_max_open', '>= 1000000'],
  [
    'the hold of a job too many comes back',
    'public.start_job',
    `perform private.settle_hold(p_job_id, 'release')`,
    'null',
  ],
  [
    'a started hold is no unused one',
    'public.start_job',
    `update private.credit_holds set state = 'started' where job_id = p_job_id`,
    'null',
  ],
  ['a job is its owner’s', 'public.get_job', `(j->>'user_id')::uuid = p_user_id`, 'true'],
  [
    'a finished job is not opened by its task',
    'public.record_vendor_task',
    ` and status in ('submitted', 'unknown')`,
    '',
  ],
  ['only a submitted job becomes unknown', 'public.mark_job_unknown', ` and status = 'submitted'`, ''],
  [
    'a captured job is not marked failed',
    'public.settle_job',
    `p_video is null and settlement = 'released' then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id and finished_at is null`,
    `p_video is null then
    update public.generations set status = 'failed', failure_code = p_failure_code, failure_message = p_failure_message, finished_at = now()
    where id = p_job_id`,
  ],
  [
    'a stored video is not replaced',
    'public.settle_job',
    `video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id and finished_at is null`,
    `video_bytes = (p_video->>'bytes')::bigint, finished_at = now()
    where id = p_job_id`,
  ],
  ['one delivery at a time', 'public.claim_delivery', 'and (delivering_until is null or delivering_until < p_now)', ''],
  [
    'a claim that has run out is not renewed',
    'public.renew_delivery',
    ' and delivering_until >= private.clock(p_now)',
    '',
  ],
  ['one delivery is renewed', 'public.renew_delivery', 'job_id = p_job_id and ', ''],
  ['a dead delivery blocks nobody', 'public.claim_delivery', ' or delivering_until < p_now', ''],
  ['no server’s clock counts', 'public.claim_delivery', 'p_now := private.clock(p_now);', ''],
  ['unused means 15 minutes', 'public.release_unused_holds', `- interval '15 minutes'`, ''],
  ['only open holds are given back', 'public.release_unused_holds', `state = 'open' and `, ''],
  ['a batch has a size', 'public.release_unused_holds', ' limit p_limit', ''],
  ['a polled job is left alone', 'public.claim_open_jobs', `v.checked_at < p_now - interval '30 seconds'`, 'true'],
  [
    'a young job is left to its creator',
    'public.claim_open_jobs',
    `g.created_at < p_now - interval '2 minutes'`,
    'true',
  ],
  [
    'a taken job is marked',
    'public.claim_open_jobs',
    'update private.vendor_tasks set checked_at = p_now where job_id = any (claimed)',
    'null',
  ],
  ['a poll is a look', 'public.touch_job', 'set checked_at = private.clock(p_now)', 'set checked_at = checked_at'],
  [
    'e-mail is the sign-in’s',
    'private.protect_user_record',
    `new.email := coalesce((select email from auth.users where id = new.id), '')`,
    'null',
  ],
  ['a profile keeps its id', 'private.protect_user_record', 'new.id := old.id', 'null'],
  ['a profile keeps its birth', 'private.protect_user_record', 'new.created_at := old.created_at', 'null'],
  ['times are the server’s', 'private.protect_user_record', 'new.updated_at := now()', 'null'],
  [
    'a check repairs the account',
    'public.validate_credits',
    'update private.credit_accounts set available = should_available, held = should_held where user_id = p_user_id',
    'null',
  ],
  [
    'a check repairs the mirror',
    'public.validate_credits',
    'update public.users set credits = should_available where id = p_user_id',
    'null',
  ],
]
