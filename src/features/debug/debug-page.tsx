import { PageMeta } from '@/components/page-meta'
import { siteTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { CreditActions } from './credit-actions'
import { SessionActions } from './session-actions'
import { SessionFacts } from './session-facts'
import { StorageFacts } from './storage-facts'
import { useStoredFacts } from './use-stored-facts'

/** Shows that a token exists, never the token. */
export function DebugPage() {
  const { facts, readAgain } = useStoredFacts()
  return (
    <div lang="zh-CN" className="frame py-10 sm:py-14">
      <PageMeta title={siteTitle('认证调试')} path={paths.debug} noindex />
      <h1 className="text-title">认证调试</h1>
      <p className="mt-3 text-soft">此浏览器中的会话与积分。令牌只显示有无和到期时间，从不显示内容。</p>
      <div className="mt-8 grid items-start gap-6 sm:mt-10 nav:grid-cols-2">
        <SessionFacts />
        <div className="grid gap-6">
          <SessionActions onDone={readAgain} />
          <CreditActions onDone={readAgain} />
        </div>
        <StorageFacts facts={facts} onReadAgain={readAgain} />
      </div>
    </div>
  )
}
