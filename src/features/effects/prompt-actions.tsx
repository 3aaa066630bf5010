import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { getPromptPath } from '@/config/paths'

/** The buttons of a prompt. The link passes the prompt to the generator in its query. */
export function PromptActions({ prompt }: { prompt: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(prompt)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <ButtonLink to={getPromptPath(prompt)} variant="secondary" size="sm">
        Use this prompt
      </ButtonLink>
      <Button variant="quiet" size="sm" onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        Copy prompt
      </Button>
      <p role="status" className="text-soft">
        {outcome === 'copied' && <span>Copied. Paste it into the video generator.</span>}
      </p>
      {outcome === 'refused' && (
        <p role="alert" className="text-bad">
          Your browser blocked copying. Select the text and copy it manually.
        </p>
      )}
    </div>
  )
}
