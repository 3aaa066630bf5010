import type { Admin } from '@contract/admin'
import { Button } from '@/components/button'
import { useTexts } from './texts/texts'

interface AdminBarProps {
  admin: Admin
  onGrant: () => void
  onLogOut: () => void
}

export function AdminBar({ admin, onGrant, onLogOut }: AdminBarProps) {
  const { grant, login, roles } = useTexts()
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0">
        <bdi className="wide wrap-anywhere">{admin.displayName || admin.username}</bdi>
        <span className="ml-2.5 text-sm text-soft">{roles[admin.role] ?? admin.role}</span>
      </p>
      <div className="flex gap-3">
        <Button variant="secondary" onClick={onGrant}>
          {grant.heading}
        </Button>
        <Button variant="secondary" onClick={onLogOut}>
          {login.logOut}
        </Button>
      </div>
    </div>
  )
}
