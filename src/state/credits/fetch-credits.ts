import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'

const answer = z.object({ credits: z.number() })

/** What the person can spend. Rejects when the server cannot say. */
export async function fetchCredits(supabase: SupabaseClient, userId: string): Promise<number> {
  const { data, error } = await supabase.rpc('get_user_credits', { user_id: userId })
  if (error) throw error
  return answer.parse(data).credits
}
