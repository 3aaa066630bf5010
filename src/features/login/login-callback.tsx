import { useEffect, useEffectEvent } from 'react'
import { Spinner } from '@/components/spinner'
import { LoginFrame } from './login-frame'
import { useCodeExchange } from './use-code-exchange'

interface LoginCallbackProps {
  code: string
  onFailed: () => void
}

export function LoginCallback({ code, onFailed }: LoginCallbackProps) {
  const status = useCodeExchange(code)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (status === 'failed') fail()
  }, [status])
  return (
    <LoginFrame>
      <p role="status" className="flex min-h-34 items-start sm:min-h-29 gap-3 text-soft">
        <Spinner /> Signing you in...
      </p>
    </LoginFrame>
  )
}
