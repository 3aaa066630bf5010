import { useState } from 'react'
import { PageMeta } from '@/components/page-meta'
import { paths } from '@/config/paths'
import { siteTitle } from '@/config/site-title'
import { type ActionResult, ActionResultNote } from './action-result-note'
import { CreditActions } from './credit-actions'
import { SessionActions } from './session-actions'
import { SessionFacts } from './session-facts'
import { StorageFacts } from './storage-facts'

/** Inspects the session and the credits of this browser. It shows that a token is there, never the token. */
export function DebugPage() {
  const [result, setResult] = useState<ActionResult | null>(null)
  // Storage has no event for changes of this tab, so what is shown of it is read again after each action.
  const [readings, setReadings] = useState(0)
  const report = (next: ActionResult) => {
    setResult(next)
    setReadings((count) => count + 1)
  }
  return (
    <div lang="zh-CN" className="frame py-12 sm:py-16">
      <PageMeta title={siteTitle('认证调试')} path={paths.debug} noindex />
      <h1 className="text-title">认证调试</h1>
      <div className="mt-10 grid gap-x-12 gap-y-10 nav:grid-cols-2">
        <SessionFacts />
        <div className="grid content-start gap-10">
          <SessionActions onResult={report} />
          <CreditActions onResult={report} />
          <ActionResultNote result={result} />
        </div>
        <StorageFacts key={readings} />
      </div>
    </div>
  )
}
