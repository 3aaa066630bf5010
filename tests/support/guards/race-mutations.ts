// The line of a function body that each race needs: locks, and what meets the one who was faster. One connection cannot miss them.

/** Pieces by the sentence of the race that fails without them: the function, the piece, and what stands there once it is gone. */
export const RACE_EDITS: Record<string, [fn: string, from: string, to: string]> = {
  'every function of a job at once, job after job: none waits for good, and the books add up': [
    'public.note_queued',
    '  update public.jobs',
    `  update private.provider_tasks set task_missing_since = null where job_id = p_job_id;
  update public.jobs`,
  ],
  'one job id two hundred times at once: one hold': ['public.hold_credits', ' on conflict (job_id) do nothing', ''],
  'a job that starts while the sweep gives its hold back does not start': [
    'public.hold_credits',
    `select * into hold from private.credit_holds where job_id = p_job_id for update;\n  if`,
    `select * into hold from private.credit_holds where job_id = p_job_id;\n  if`,
  ],
  'a cancel that comes while its job starts finds the job': [
    'public.request_cancel',
    'and user_id = p_user_id for update',
    'and user_id = p_user_id',
  ],
  'one job id in two different requests at once: one starts, its repeats get its answer, the other is refused': [
    'public.start_job',
    `if hold.state <> 'open' then`,
    'if false then',
  ],
  'a create with another price while the right one starts leaves it running': [
    'public.start_job',
    ` and h.state = 'open'`,
    '',
  ],
  'ten jobs started at once by a person who may run three: three, and nothing stays held for the others': [
    'public.start_job',
    'perform 1 from private.credit_accounts where user_id = p_user_id for update',
    'null',
  ],
  'one first grant fifty times at once: once': ['private.grant_credits', 'on conflict (grant_key) do nothing', ''],
  'fifty first grants at once with fifty keys: all of them': [
    'private.grant_credits',
    'on conflict (user_id) do update set available = private.credit_accounts.available + excluded.available',
    '',
  ],
  'a check of the balance waits for the transaction under way and finds nothing to repair': [
    'public.validate_credits',
    'where user_id = p_user_id for update',
    'where user_id = p_user_id',
  ],
  'a sweep leaves alone the hold that somebody works on, and does not wait': [
    'public.release_unused_holds',
    'for update skip locked',
    'for update',
  ],
  'two sweeps at once over the holds of the same two people do not block each other for good': [
    'public.release_unused_holds',
    'order by user_id',
    '',
  ],
  'a key that is revoked at the same moment holds nothing': ['public.hold_credits', ' for key share', ''],
  'twenty keys made at once by a user who may have five: five': [
    'public.create_key',
    `perform pg_advisory_xact_lock(hashtextextended('private.api_keys.user_id:' || p_user_id, 0))`,
    'null',
  ],
  'a link that is made while its video is deleted finds no video': ['public.create_share', ' for no key update', ''],
  'a report about a link that ends finds no link': ['public.report_share', ' for key share', ''],
  'a report that comes just before its link is revoked stays': ['public.revoke_share', ' for update of s', ''],
  'two sweeps at once take different jobs, and neither waits': [
    'public.claim_job',
    'for update skip locked',
    'for update',
  ],
  'a sweep leaves alone the overdue job that somebody settles, and does not wait': [
    'public.expire_due_jobs',
    'for update of h skip locked',
    'for update of h',
  ],
  'two sweeps at once over the overdue jobs of the same two users do not block each other for good': [
    'public.expire_due_jobs',
    'order by user_id',
    '',
  ],
  'a sweep leaves alone the job whose task is being noted, and does not wait': [
    'public.park_due_jobs',
    'for no key update skip locked',
    'for no key update',
  ],
  'credits granted during the first sign-in are in users.credits': [
    'private.protect_user_record',
    'perform from private.credit_accounts where user_id = new.id for update',
    'null',
  ],
  'a first sign-in in eight tabs at once has the sign-up credits once, beside a grant that was there before': [
    'private.protect_user_record',
    'where user_id = new.id for update',
    'where user_id = new.id for share',
  ],
  'sixty starts at once of sixty users on a budget for five: exactly five': [
    'private.take_budget',
    `perform pg_advisory_xact_lock(hashtextextended('private.credit_settings.daily_credits_budget', 0))`,
    'null',
  ],
  'sixty charges at once of sixty users on a budget for five: exactly five': [
    'public.hold_credits',
    'if not private.take_budget(p_job_id) then',
    'if false then',
  ],
  'charges at once of one user on a budget, of new and of open holds: none waits for good': [
    'private.take_budget',
    'perform from private.credit_accounts where user_id = owner for update',
    'null',
  ],
  'an older catalogue that is written beside a newer one does not replace its prices': [
    'public.set_model_prices',
    `perform pg_advisory_xact_lock(hashtextextended('private.model_prices', 0))`,
    'null',
  ],
  'the very first credits granted during the first sign-in are in users.credits': [
    'private.protect_user_record',
    'insert into private.credit_accounts (user_id) values (new.id) on conflict (user_id) do nothing',
    'null',
  ],
  'two tabs that sign in together leave one login record': [
    'private.prepare_login_log',
    `perform pg_advisory_xact_lock(hashtextextended('login_logs:' || new.user_id::text, 0))`,
    'null',
  ],
  'a login record in another user’s name is refused at once while that user signs in': [
    'private.prepare_login_log',
    'if new.user_id <> auth.uid() then',
    'if false then',
  ],
  'a profile in another user’s name is refused at once while that user’s credits move': [
    'private.protect_user_record',
    'elsif new.id <> auth.uid() then',
    'elsif false then',
  ],
  'a hundred tries of the admin password at once: no more are looked at than one after the other': [
    'public.take_admin_try',
    `perform pg_advisory_xact_lock(hashtextextended('private.admin_tries', 0))`,
    'null',
  ],
  'forty people who sign in at once are forty records of the day': [
    'private.count_login_log',
    'on conflict (day) do update set records = d.records + 1',
    '',
  ],
  'a job that starts while its account is deleted waits, and does not start': [
    'private.require_account',
    'for key share',
    '',
  ],
  'an account whose job starts meanwhile is not deleted': ['private.close_account', 'for update', ''],
  'an account that is deleted twice at once is deleted once': ['private.close_account', 'for update', ''],
  'two sweeps at once over one deleted account: one works on it, and neither waits': [
    'public.erase_account',
    'for update skip locked',
    'for update',
  ],
  'a profile that is written while its account is deleted waits, and is refused': [
    'private.require_account',
    'for key share',
    '',
  ],
  'a job that ends while a webhook of its user is removed waits, ends, and has no message': [
    'private.tell_end',
    'for key share',
    '',
  ],
  'a job that ends while a message is sent to its user does not wait': [
    'public.claim_webhook_delivery',
    'for no key update',
    'for update',
  ],
  'two webhooks that are added at once are no more than a user may have': [
    'public.create_webhook',
    `perform pg_advisory_xact_lock(hashtextextended('outgoing_webhooks:' || p_user_id, 0))`,
    'null',
  ],
  'a test of a webhook that is removed meanwhile finds none': ['public.test_webhook', 'for no key update', ''],
  'two senders at once take messages to different addresses, and neither waits': [
    'public.claim_webhook_delivery',
    'skip locked',
    '',
  ],
  'a sweep leaves alone the old count that somebody uses, and does not wait': [
    'public.forget_old',
    'order by window_start limit p_limit for update skip locked',
    'order by window_start limit p_limit for update',
  ],
  'videos that end while a job with their images starts wait for it, and nobody waits for good': [
    'public.expire_videos',
    'order by p.id for no key update of p',
    '',
  ],
}
