import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'

interface CopyButtonProps {
  text: string
  label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button variant="quiet" size="sm" className="-ml-[min(0.875rem,4vw)]" onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <p role="status" className="text-soft">
        {outcome === 'copied' && <span>Copied. Paste it into the prompt of the video generator.</span>}
      </p>
      {outcome === 'refused' && (
        <p role="alert" className="text-bad">
          This browser did not allow copying. Select the text and copy it by hand.
        </p>
      )}
    </div>
  )
}
