import type { Services } from '@/lib/services'
import { localUserFor } from './local-user'

/** Works without the server. Other devices stay signed in, and what the user left in this browser stays. Never rejects. */
export async function endSession(services: Services): Promise<void> {
  try {
    // Without it there is no session to end.
    const supabase = services.isSupabaseWanted.get() ? await services.loadSupabase() : null
    const { error } = (await supabase?.auth.signOut({ scope: 'local' })) ?? {}
    if (error) console.error('Signing out at the server failed', error)
  } catch (error) {
    console.error('Signing out at the server failed', error)
  }
  localUserFor(services).drop()
}
