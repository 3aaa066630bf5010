import { useState } from 'react'
import { type AdminFailure, describeAdminFailure, endsLogin } from './failure'

/**
 * Runs a call that changes something. `failure` describes the error of the last call. Calls `onRefused` if the server refused
 * the credential.
 */
export function useAdminCall(onRefused: (error: unknown) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const run = async (call: () => Promise<void>) => {
    setIsBusy(true)
    setFailure(null)
    try {
      await call()
    } catch (error) {
      setFailure(describeAdminFailure(error, navigator.onLine, Date.now()))
      if (endsLogin(error)) onRefused(error)
    }
    setIsBusy(false)
  }
  return { run, isBusy, failure }
}
