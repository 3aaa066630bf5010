import { Check, Copy } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { WEBHOOK_TEXT } from './webhook-text'

/** Shows the secret of a webhook once. */
export function NewSecret({ secret }: { secret: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
      field.current?.select()
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-ok/40 bg-ok/7 p-4">
      <h3 id={id} className="text-base">
        {WEBHOOK_TEXT.ready}
      </h3>
      <input
        ref={field}
        readOnly
        aria-label="Secret"
        aria-describedby={`${id}-once`}
        value={secret}
        onFocus={({ target }) => target.select()}
        className={`${controlClass} font-mono`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={copy}>
          <Icon aria-hidden="true" className="size-4" />
          Copy secret
        </Button>
        <p role="status" className="text-sm text-soft">
          {outcome === 'copied' && WEBHOOK_TEXT.copied}
        </p>
      </div>
      {outcome === 'refused' && (
        <p role="alert" className="text-sm text-bad">
          {WEBHOOK_TEXT.copyRefused}
        </p>
      )}
      <p id={`${id}-once`} className="text-sm text-soft">
        {WEBHOOK_TEXT.once}
      </p>
    </section>
  )
}
