import type { ReportReason } from '@contract/shares'
import { MAX_REPORT_CHARACTERS } from '@contract/shares'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Select } from '@/components/select'
import { useServices } from '@/state/services-context'
import { reportShared } from './shared-api'
import { describeReportFailure, REASONS } from './shared-text'

type ReportState = { status: 'idle' | 'sending' } | { status: 'failed'; text: string }

export function ReportForm({ token, onSent }: { token: string; onSent: () => void }) {
  // This client sends requests without the viewer's token.
  const { admin: http } = useServices()
  const [state, setState] = useState<ReportState>({ status: 'idle' })
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [details, setDetails] = useState('')

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!reason || state.status === 'sending') return
    setState({ status: 'sending' })
    try {
      await reportShared(http, token, { reason, details: details.trim() })
      onSent()
    } catch (error) {
      setState({ status: 'failed', text: describeReportFailure(error) })
    }
  }

  return (
    <form onSubmit={send} className="grid gap-5 rounded-lg border border-hairline bg-panel p-4 sm:p-5">
      <Field label="Reason">
        {(control) => (
          <Select
            {...control}
            required
            value={reason}
            onChange={({ target }) => setReason(target.value as ReportReason)}
            className="w-full"
          >
            <option value="">Choose a reason</option>
            {Object.entries(REASONS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Details (optional)" hint="We can't reply, so include all the details.">
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={MAX_REPORT_CHARACTERS}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      {state.status === 'failed' && (
        <p role="alert" className="text-bad">
          {state.text}
        </p>
      )}
      <Button type="submit" variant="secondary" busy={state.status === 'sending'} className="justify-self-start">
        Send report
      </Button>
    </form>
  )
}
