// Skips a user who was recorded less than a minute ago. Several tabs may come here at once: the database keeps the first
// record. Uses the sign-in's own token, for a user who signs out at once. Never rejects.
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
  /** The last record is less than 60 s old. */
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
  // Another tab was faster.
  return inserted.data.length > 0 ? { success: true } : { success: true, skipped: true }
}
