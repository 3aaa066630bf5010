import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'
import { FactList } from './fact-list'
import { Section } from './section'

/** The session without its secrets. */
export function SessionFacts() {
  const { session, localUser, isSignedIn } = useSession()
  const { credits } = useCredits()
  const presence = (token: string | undefined) => (token ? '有' : '无')
  return (
    <div className="grid content-start gap-10">
      <Section heading="登录状态">
        <FactList
          facts={[
            { name: '登录状态', value: isSignedIn ? '已登录' : '未登录' },
            { name: '邮箱', value: session?.user.email ?? '—' },
            { name: '用户ID', value: session?.user.id ?? localUser?.id ?? '—' },
            { name: '积分', value: isSignedIn ? formatCredits(credits) : '—' },
          ]}
        />
      </Section>
      <Section heading="会话数据">
        <FactList
          facts={[
            { name: 'access_token', value: presence(session?.access_token) },
            { name: 'refresh_token', value: presence(session?.refresh_token) },
            { name: 'token_type', value: session?.token_type ?? '—' },
            { name: 'expires_at', value: expiry(session?.expires_at) },
          ]}
        />
      </Section>
    </div>
  )
}

function expiry(expiresAtSeconds: number | undefined): string {
  return expiresAtSeconds === undefined ? '—' : new Date(expiresAtSeconds * 1000).toLocaleString('zh-CN')
}
