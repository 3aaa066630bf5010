import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { Profile } from './profile'

// A failure must not stop a sign-in, so it is only logged. The database ignores `credits` and `created_at`. Uses the sign-in's
// own token: by now the user may have signed out again.
export async function saveUserRecord(supabase: SupabaseClient, session: Session, profile: Profile): Promise<void> {
  const now = new Date().toISOString()
  const row = {
    id: profile.id,
    email: profile.email,
    name: profile.name,
    avatar_url: profile.picture ?? '',
    provider: 'google',
    credits: 0,
    created_at: now,
    updated_at: now,
  }
  try {
    const { error } = await supabase
      .from('users')
      .upsert(row, { onConflict: 'id' })
      .setHeader('Authorization', `Bearer ${session.access_token}`)
    if (error) console.error('The users record could not be updated', error)
  } catch (error) {
    console.error('The profile could not be handled', error)
  }
}
