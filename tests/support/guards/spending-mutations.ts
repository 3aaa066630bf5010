// Lines behind the limits of a day and the sign-up credits, each to be taken out.
import type { Edit } from './mutations.ts'

export const SPENDING_EDITS: Edit[] = [
  ['a pause', 'public.hold_credits', 'not settings.new_jobs', 'false'],
  ['the limit of a user', 'public.hold_credits', 'today_credits > settings.daily_credits_per_user', 'false'],
  ['its user', 'public.hold_credits', 'where user_id = p_user_id and created_at >= today', 'where created_at >= today'],
  ['its day', 'public.hold_credits', 'user_id = p_user_id and created_at >= today', 'user_id = p_user_id'],
  [
    'a release gives it back',
    'public.hold_credits',
    `user_id = p_user_id and created_at >= today and state <> 'released'`,
    'user_id = p_user_id and created_at >= today',
  ],
  ['the budget', 'public.hold_credits', '> settings.daily_credits_budget then', '> 1000000000 then'],
  ['the budget’s day', 'public.hold_credits', `where created_at >= today and`, 'where'],
  [
    'a release gives the budget back',
    'public.hold_credits',
    `where created_at >= today and state <> 'released')`,
    'where created_at >= today)',
  ],
  ['the day is in UTC', 'public.hold_credits', `date_trunc('day', now(), 'UTC')`, `date_trunc('day', now())`],
  ['sign-up credits are a setting', 'private.grant_sign_up_credits', 'settings.sign_up_credits > 0', 'true'],
  ['they are for the identity’s user', 'private.grant_sign_up_credits', 'i.user_id = new.id and ', ''],
  ['they are for Google’s', 'private.grant_sign_up_credits', ` and i.provider = 'google'`, ''],
  [
    'they are once per identity',
    'private.grant_sign_up_credits',
    `settings.identity_salt || ':google:' || google_id`,
    'new.id::text',
  ],
  [
    'a grant by hand has bounds',
    'public.grant_admin_credits',
    'p_amount is null or p_amount not between 1 and 1000000',
    'false',
  ],
  [
    'it is for a user',
    'public.grant_admin_credits',
    'not exists (select from public.users where id = p_user_id)',
    'false',
  ],
  [
    'it has a reason',
    'public.grant_admin_credits',
    `char_length(btrim(coalesce(p_reason, ''))) not between 1 and 200`,
    'false',
  ],
  ['its key is its own', 'public.grant_admin_credits', `'admin:' || p_key`, 'gen_random_uuid()::text'],
  [
    'an account has a limit',
    'public.grant_admin_credits',
    'check_violation or numeric_value_out_of_range',
    'division_by_zero',
  ],
  ['it is for one user', 'private.grant_credits_to', 'jsonb_array_length(found_users) > 1', 'false'],
  ['nobody is found by nothing', 'public.find_credit_users', `btrim(p_user) <> '' and `, ''],
]
