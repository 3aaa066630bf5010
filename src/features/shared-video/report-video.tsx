import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { SHARED_TEXT } from './shared-text'

const loadForm = () => import('./report-form').then(({ ReportForm }) => ReportForm)

/** Reports a video to the administrator. A viewer needs no account. Few viewers report, so the form loads when it opens. */
export function ReportVideo({ token }: { token: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const { code: ReportForm, isMissing, retry } = useCode(loadForm, isOpen)
  const thanks = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // The clicked button was removed together with its form.
    if (isSent) thanks.current?.focus()
  }, [isSent])

  if (isSent) {
    return (
      <p ref={thanks} role="status" tabIndex={-1} className="mt-8 text-ok outline-none">
        {SHARED_TEXT.reported}
      </p>
    )
  }
  return (
    <details
      className="mt-8 max-w-2xl text-[0.9375rem]"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="w-fit cursor-pointer rounded-sm py-3 text-soft underline underline-offset-4 hover:text-text">
        {SHARED_TEXT.report}
      </summary>
      {ReportForm && <ReportForm token={token} onSent={() => setIsSent(true)} />}
      {isMissing && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{SHARED_TEXT.noForm}</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </details>
  )
}
