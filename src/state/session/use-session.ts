import { use } from 'react'
import { SessionContext, type SessionValue } from './session-context'

export function useSession(): SessionValue {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession is used outside SessionProvider')
  return value
}
