// Records a sign-in, and never rejects. It skips a user who was recorded less than a minute before. If several tabs
// record a sign-in, the database keeps the first record. It uses the sign-in's own token, because the user may sign out
// at once. A sign-in is marked until its record is written. If the user leaves first, the next page writes the record.
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { ENTRY, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import type { IpLookup } from '@/lib/http/ip-lookup'
import * as s from '@/lib/shape'
import { describeDevice } from './describe-device'
import type { SessionScope } from './session-reducer'

const LOGIN_DEDUP_WINDOW_MS = 60_000

export interface LoginRecordInput {
  supabase: SupabaseClient
  ipLookup: IpLookup
  session: Session
  visit: SessionScope
}

export interface LoginRecordResult {
  success: boolean
  /** Whether there was already a record less than 60 s old. */
  skipped?: true
}

/** A sign-in without a record. `at`: milliseconds since the epoch. */
const unrecordedShape = s.object({ visit: s.filled, at: s.number })

/** Marks a sign-in as unrecorded. Call it directly after the sign-in. */
export function markLogin({ key, isNew }: SessionScope): void {
  if (isNew) writeEntry(ENTRY.unrecorded, { visit: key, at: Date.now() })
}

/** Records a sign-in, once per session. */
export async function recordLogin(input: LoginRecordInput): Promise<LoginRecordResult> {
  const unrecorded = readEntry(ENTRY.unrecorded, unrecordedShape)
  const isMarked = unrecorded?.visit === input.visit.key
  if (!isMarked && !input.visit.isNew) return { success: true, skipped: true }
  try {
    const result = await writeRecord(input, isMarked ? unrecorded.at : Date.now())
    if (isMarked) removeEntry(ENTRY.unrecorded)
    return result
  } catch (error) {
    console.error('The login could not be recorded', error)
    return { success: false }
  }
}

async function writeRecord(
  { supabase, ipLookup, session }: LoginRecordInput,
  signedInAt: number,
): Promise<LoginRecordResult> {
  const { user } = session
  const bearer = `Bearer ${session.access_token}`
  const since = new Date(signedInAt - LOGIN_DEDUP_WINDOW_MS).toISOString()
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
