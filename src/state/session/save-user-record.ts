import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { Profile } from './profile'

/**
 * Writes the users record of a sign-in. It may not stop a person from being signed in, so a failure ends in the console.
 * The database keeps `credits` and `created_at` as they are, whatever is sent: signing in changes no balance. It goes out
 * under the sign-in's own token: by now the person may have signed out again, here or in another tab.
 */
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
