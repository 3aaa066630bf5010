import { Button } from '@/components/button'
import type { Admin } from './admin-api'

const ROLES: Record<string, string> = { super_admin: '超级管理员', admin: '管理员' }

/** Who is logged in here, and the way out. */
export function AdminBar({ admin, onLogOut }: { admin: Admin; onLogOut: () => void }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
      <p className="min-w-0">
        <bdi className="wide wrap-anywhere">{admin.displayName || admin.username}</bdi>
        <span className="ml-2.5 text-sm text-soft">{ROLES[admin.role] ?? admin.role}</span>
      </p>
      <Button variant="secondary" onClick={onLogOut}>
        退出登录
      </Button>
    </div>
  )
}
