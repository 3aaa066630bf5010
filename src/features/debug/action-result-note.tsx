import { CircleAlert, CircleCheck } from 'lucide-react'
import { joinClasses } from '@/components/join-classes'
import { type Fact, FactList } from './fact-list'

export interface ActionResult {
  tone: 'ok' | 'bad'
  text: string
  facts?: Fact[]
}

const ICONS = { ok: CircleCheck, bad: CircleAlert }

export function ActionResultNote({ result }: { result: ActionResult | null }) {
  const Icon = ICONS[result?.tone ?? 'ok']
  return (
    <div role={result?.tone === 'bad' ? 'alert' : 'status'}>
      {result && (
        <div className="mt-5 border-t border-hairline pt-4">
          <p className={joinClasses('flex items-start gap-2', result.tone === 'bad' ? 'text-bad' : 'text-ok')}>
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{result.text}</span>
          </p>
          {result.facts && (
            <div className="mt-2">
              <FactList facts={result.facts} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
