import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from '@/components/button'
import { Spinner } from '@/components/spinner'
import { useTexts } from '../texts/texts'
import type { ConnectionTest, TestResult } from './connection-tests'

interface ConnectionTrackProps {
  test: ConnectionTest
  result: TestResult | 'running' | null
  isOnline: boolean
  onRun: () => void
}

export function ConnectionTrack({ test, result, isOnline, onRun }: ConnectionTrackProps) {
  const text = useTexts().connection
  const isRunning = result === 'running'
  const done = isRunning ? null : result
  return (
    <li className="grid gap-x-5 gap-y-3 px-4 py-4 sm:grid-cols-[10.5rem_minmax(0,1fr)] sm:px-6">
      <Button
        variant="secondary"
        disabled={!isOnline}
        aria-disabled={isRunning}
        aria-busy={isRunning}
        onClick={() => !isRunning && onRun()}
      >
        {isRunning && <Spinner />}
        {text.tests[test.id].label}
      </Button>
      <div role="status" className="min-w-0 self-center">
        {done && <Outcome result={done} />}
        {done?.milliseconds != null && (
          <p className="mt-1 text-sm text-soft tabular-nums">{text.milliseconds(done.milliseconds)}</p>
        )}
      </div>
    </li>
  )
}

function Outcome({ result: { isOk, text, message, facts } }: { result: TestResult }) {
  const Icon = isOk ? CircleCheck : CircleAlert
  return (
    <>
      <p className="flex items-start gap-2">
        <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isOk ? 'text-ok' : 'text-bad'}`} />
        {text}
      </p>
      {message && (
        <p lang="en" className="mt-1 text-sm text-soft">
          {message}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex min-w-0 gap-2">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
