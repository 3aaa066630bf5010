import { Check, Copy, Share } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { SHARE_TEXT } from './share-text'

interface NewLinkProps {
  address: string
  /** The title for apps that the link is shared with. */
  title: string
}

/** Shows a link once. */
export function NewLink({ address, title }: NewLinkProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
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
        {SHARE_TEXT.ready}
      </h3>
      <input
        ref={field}
        readOnly
        aria-label="Link"
        aria-describedby={`${id}-once`}
        value={address}
        onFocus={({ target }) => target.select()}
        className={controlClass}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={copy}>
          <Icon aria-hidden="true" className="size-4" />
          Copy link
        </Button>
        {'share' in navigator && (
          // A canceled sharing is no failure.
          <Button
            variant="secondary"
            size="sm"
            onClick={() => void navigator.share({ url: address, title }).catch(() => undefined)}
          >
            <Share aria-hidden="true" className="size-4" />
            Send to an app
          </Button>
        )}
        <p role="status" className="text-sm text-soft">
          {outcome === 'copied' && SHARE_TEXT.copied}
        </p>
      </div>
      {outcome === 'refused' && (
        <p role="alert" className="text-sm text-bad">
          {SHARE_TEXT.copyRefused}
        </p>
      )}
      <p id={`${id}-once`} className="text-sm text-soft">
        {SHARE_TEXT.once}
      </p>
    </section>
  )
}
