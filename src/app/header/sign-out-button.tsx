import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { useSessionStore } from '@/state/session/use-session'

interface SignOutButtonProps {
  /** Called before the app navigates to the home page. */
  onDone?: () => void
}

export function SignOutButton({ onDone }: SignOutButtonProps) {
  const { signOut } = useSessionStore()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  const leave = async () => {
    setIsBusy(true)
    await signOut()
    onDone?.()
    navigate(paths.home)
  }

  return (
    <Button variant="quiet" size="sm" busy={isBusy} onClick={leave} className="min-h-11 w-full justify-start">
      {!isBusy && <LogOut aria-hidden="true" className="size-4" />}
      <span>Sign out</span>
    </Button>
  )
}
