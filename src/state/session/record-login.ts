/**
 * Writes who signed in, from where and with what, unless the same person was recorded less than a minute ago. Every open
 * tab hears of a sign-in and may come here at once: the database then keeps the first record alone. Who signs out again
 * at once is recorded too: the sign-in's own token is used. It never blocks a sign-in and never rejects: a failure ends
 * in the console.
 */
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { IpLookup } from '@/lib/http/ip-lookup'
import { describeDevice } from './describe-device'

const LOGIN_DEDUP_WINDOW_MS = 60_000

export interface LoginRecordInput {
  supabase: SupabaseClient
  ipLookup: IpLookup
  session: Session
}

export interface LoginRecordResult {
  success: boolean
  /** There is a record of the same person that is less than 60 s old. */
  skipped?: true
}

export async function recordLogin(input: LoginRecordInput): Promise<LoginRecordResult> {
  try {
    return await writeRecord(input)
  } catch (error) {
    console.error('The login could not be recorded', error)
    return { success: false }
  }
}

async function writeRecord({ supabase, ipLookup, session }: LoginRecordInput): Promise<LoginRecordResult> {
  const { user } = session
  const bearer = `Bearer ${session.access_token}`
  const since = new Date(Date.now() - LOGIN_DEDUP_WINDOW_MS).toISOString()
  const recent = await supabase
    .from('login_logs')
    .select('id')
    .eq('user_id', user.id)
    .gte('login_time', since)
    .limit(1)
    .setHeader('Authorization', bearer)
  if (recent.error) throw recent.error
  if (recent.data.length > 0) return { success: true, skipped: true }

  const [ip, device] = await Promise.all([ipLookup(), describeDevice(navigator.userAgent)])
  const now = new Date()
  const row = {
    user_id: user.id,
    login_time: now.toISOString(),
    ip_address: ip,
    user_agent: navigator.userAgent,
    provider: user.app_metadata.provider ?? 'unknown',
    local_time: now.toLocaleString(),
    ...device,
  }
  const inserted = await supabase.from('login_logs').insert(row).select('id').setHeader('Authorization', bearer)
  if (inserted.error) throw inserted.error
  // Another tab was faster: the database dropped this one.
  return inserted.data.length > 0 ? { success: true } : { success: true, skipped: true }
}
