import { classNames } from '@/components/class-names'

export interface ActionResult {
  tone: 'ok' | 'bad'
  text: string
}

/** What the last action came to. */
export function ActionResultNote({ result }: { result: ActionResult | null }) {
  return (
    <div role={result?.tone === 'bad' ? 'alert' : 'status'} className="min-h-6">
      {result && (
        <p className={classNames('whitespace-pre-wrap', result.tone === 'bad' ? 'text-bad' : 'text-ok')}>
          {result.text}
        </p>
      )}
    </div>
  )
}
