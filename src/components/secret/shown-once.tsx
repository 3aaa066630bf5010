import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { useUnsaved } from '@/components/hooks/use-unsaved'

interface ShownOnceProps {
  title: string
  /** The noun for the value: 'link', 'key', or 'secret'. */
  noun: string
  value: string
  /** The sentence that warns that the value is shown only once. */
  once: string
  isMonospaced?: boolean
  /** More buttons next to Copy. */
  children?: ReactNode
}

/** Shows a secret for the user to copy. The server doesn't store the secret. */
export function ShownOnce({ title, noun, value, once, isMonospaced = false, children }: ShownOnceProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useUnsaved(true)
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
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
        {title}
      </h3>
      <input
        ref={field}
        readOnly
        aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}
        aria-describedby={`${id}-once`}
        value={value}
        onFocus={({ target }) => target.select()}
        className={isMonospaced ? `${controlClass} font-mono` : controlClass}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={copy}>
          <Icon aria-hidden="true" className="size-4" />
          Copy {noun}
        </Button>
        {children}
        <p role="status" className="text-sm text-soft">
          {outcome === 'copied' && 'Copied.'}
        </p>
      </div>
      {outcome === 'refused' && (
        <p role="alert" className="text-sm text-bad">
          Your browser blocked copying. Select the {noun} and copy it manually.
        </p>
      )}
      <p id={`${id}-once`} className="text-sm text-soft">
        {once}
      </p>
    </section>
  )
}
