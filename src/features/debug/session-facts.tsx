import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'
import { Expiry } from './expiry'
import { FactList } from './fact-list'
import { useTexts } from './texts/texts'
import type { DebugTexts } from './texts/zh'

const NOTHING = '—'

export function SessionFacts() {
  const { status, signInCode, session, localUser, isSignedIn } = useSession()
  const { credits } = useCredits()
  const text = useTexts().facts
  const isLoading = status === 'loading' && !isSignedIn
  // SignInNote shows the reason.
  const state =
    signInCode !== 'fine' ? (
      NOTHING
    ) : isLoading ? (
      <Skeleton className="h-6 w-20" />
    ) : (
      describeLogin(text, isSignedIn, !!session)
    )
  const showValue = (value: unknown) => (typeof value === 'string' && value !== '' ? <bdi>{value}</bdi> : NOTHING)
  const describePresence = (token: string | undefined) => (token ? text.present : text.absent)
  const metadata: Record<string, unknown> = session?.user.user_metadata ?? {}
  return (
    <div className="grid min-w-0 gap-6">
      <Panel heading={text.login}>
        <div className="px-4 py-2 sm:px-6">
          <FactList
            facts={[
              {
                name: text.login,
                value: state,
              },
              { name: text.email, value: showValue(session?.user.email) },
              { name: text.userId, value: showValue(session?.user.id ?? localUser?.id) },
              { name: text.credits, value: isSignedIn ? formatCredits(credits) : NOTHING },
            ]}
          />
        </div>
      </Panel>
      <Panel heading={text.session}>
        <div className="px-4 py-2 sm:px-6">
          <FactList
            facts={[
              { name: 'access_token', value: describePresence(session?.access_token) },
              { name: 'refresh_token', value: describePresence(session?.refresh_token) },
              { name: 'token_type', value: showValue(session?.token_type) },
              {
                name: 'expires_in',
                value: session?.expires_in === undefined ? NOTHING : text.seconds(session.expires_in),
              },
              {
                name: 'expires_at',
                value: session?.expires_at === undefined ? NOTHING : <Expiry atSeconds={session.expires_at} />,
              },
              { name: 'user.name', value: showValue(metadata.name) },
              { name: 'user.avatar_url', value: showValue(metadata.avatar_url) },
              { name: 'user.provider', value: showValue(session?.user.app_metadata.provider) },
            ]}
          />
        </div>
      </Panel>
    </div>
  )
}

function describeLogin(text: DebugTexts['facts'], isSignedIn: boolean, hasSession: boolean) {
  if (!isSignedIn) return text.signedOut
  return (
    <span className="text-ok">
      {text.signedIn}
      {/* The server decides this user's permissions. */}
      {!hasSession && <span className="text-soft">{text.localOnly}</span>}
    </span>
  )
}
