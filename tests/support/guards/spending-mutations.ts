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
]
