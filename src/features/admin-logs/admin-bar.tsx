import type { Admin } from '@contract'
import { Button } from '@/components/button'
import { GRANT_HEADING } from './grant-panel'

const ROLES: Record<string, string> = { super_admin: '超级管理员', admin: '管理员' }

interface AdminBarProps {
  admin: Admin
  onGrant: () => void
  onLogOut: () => void
}

export function AdminBar({ admin, onGrant, onLogOut }: AdminBarProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0">
        <bdi className="wide wrap-anywhere">{admin.displayName || admin.username}</bdi>
        <span className="ml-2.5 text-sm text-soft">{ROLES[admin.role] ?? admin.role}</span>
      </p>
      <div className="flex gap-3">
        <Button variant="secondary" onClick={onGrant}>
          {GRANT_HEADING}
        </Button>
        <Button variant="secondary" onClick={onLogOut}>
          退出登录
        </Button>
      </div>
    </div>
  )
}
