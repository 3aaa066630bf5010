import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'
import { Expiry } from './expiry'
import { FactList } from './fact-list'

const NOTHING = '—'

export function SessionFacts() {
  const { status, signInCode, session, localUser, isSignedIn } = useSession()
  const { credits } = useCredits()
  const isLoading = status === 'loading' && !isSignedIn
  // SignInNote says why.
  const state =
    signInCode !== 'fine' ? NOTHING : isLoading ? <Skeleton className="h-6 w-20" /> : loginState(isSignedIn, !!session)
  const shown = (value: unknown) => (typeof value === 'string' && value !== '' ? <bdi>{value}</bdi> : NOTHING)
  const presence = (token: string | undefined) => (token ? '有' : '无')
  const metadata: Record<string, unknown> = session?.user.user_metadata ?? {}
  return (
    <div className="grid min-w-0 gap-6">
      <Panel heading="登录状态">
        <div className="px-4 py-2 sm:px-6">
          <FactList
            facts={[
              {
                name: '登录状态',
                value: state,
              },
              { name: '邮箱', value: shown(session?.user.email) },
              { name: '用户ID', value: shown(session?.user.id ?? localUser?.id) },
              { name: '积分', value: isSignedIn ? formatCredits(credits) : NOTHING },
            ]}
          />
        </div>
      </Panel>
      <Panel heading="会话数据">
        <div className="px-4 py-2 sm:px-6">
          <FactList
            facts={[
              { name: 'access_token', value: presence(session?.access_token) },
              { name: 'refresh_token', value: presence(session?.refresh_token) },
              { name: 'token_type', value: shown(session?.token_type) },
              { name: 'expires_in', value: session?.expires_in === undefined ? NOTHING : `${session.expires_in} 秒` },
              {
                name: 'expires_at',
                value: session?.expires_at === undefined ? NOTHING : <Expiry atSeconds={session.expires_at} />,
              },
              { name: 'user.name', value: shown(metadata.name) },
              { name: 'user.avatar_url', value: shown(metadata.avatar_url) },
              { name: 'user.provider', value: shown(session?.user.app_metadata.provider) },
            ]}
          />
        </div>
      </Panel>
    </div>
  )
}

function loginState(isSignedIn: boolean, hasSession: boolean) {
  if (!isSignedIn) return '未登录'
  return (
    <span className="text-ok">
      已登录
      {/* The server decides what such a user may do. */}
      {!hasSession && <span className="text-soft">（仅本地用户，没有会话）</span>}
    </span>
  )
}
