import { useEffect, useRef, useState } from 'react'
import { useServices } from '@/state/services-context'
import { claimFlow } from './login-flow'

/** Exchanges the code once, because a second exchange would fail. */
export function useCodeExchange(code: string | null): 'working' | 'done' | 'failed' {
  const { loadSupabase } = useServices()
  const [status, setStatus] = useState<'working' | 'done' | 'failed'>('working')
  const exchanged = useRef<string | null>(null)

  useEffect(() => {
    if (!code || exchanged.current === code) return
    exchanged.current = code
    const exchange = async () => {
      try {
        const supabase = await loadSupabase()
        const { error } = await supabase.auth.exchangeCodeForSession(code, claimFlow())
        if (error) throw error
        setStatus('done')
      } catch (error) {
        console.error("Couldn't finish the sign-in", error)
        setStatus('failed')
      }
    }
    void exchange()
  }, [code, loadSupabase])

  return status
}
