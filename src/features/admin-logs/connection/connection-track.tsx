import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from '@/components/button'
import { Spinner } from '@/components/spinner'
import { Waveform } from '@/components/tracks/waveform'
import { useTexts } from '../texts/texts'
import type { ConnectionTest, TestResult } from './connection-tests'

/** The time that a full track represents, in milliseconds. */
const TRACK_MS = 1000

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
      <div className="flex items-center gap-4">
        <div className={isRunning ? 'min-w-0 flex-1 animate-pulse-soft' : 'min-w-0 flex-1'}>
          <Waveform
            seed={test.path.length}
            bars={64}
            progress={done?.milliseconds == null ? 0 : Math.max(0.03, done.milliseconds / TRACK_MS)}
            className="h-8"
          />
        </div>
        <span className="w-20 shrink-0 text-right text-sm text-soft tabular-nums">
          {done?.milliseconds == null ? '' : text.milliseconds(done.milliseconds)}
        </span>
      </div>
      <div role="status" className="min-w-0 sm:col-start-2">
        {done && <Outcome result={done} />}
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
