import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTexts } from '../texts/texts'
import type { ConnectionTest, TestResult } from './connection-tests'

interface ConnectionResultProps {
  test: ConnectionTest
  /** Null until the test has ended. */
  result: TestResult | null
}

export function ConnectionResult({ test, result }: ConnectionResultProps) {
  const text = useTexts().connection
  const { label } = text.tests[test.id]
  return (
    <div role="status" aria-label={label}>
      {result && (
        <div className="grid gap-x-5 gap-y-1 border-t border-hairline px-4 py-4 sm:grid-cols-[10.5rem_minmax(0,1fr)] sm:px-6">
          <p className="text-soft">{label}</p>
          <div className="min-w-0">
            <Outcome result={result} />
            {result.milliseconds !== null && (
              <p className="mt-1 text-sm text-soft tabular-nums">{text.milliseconds(result.milliseconds)}</p>
            )}
          </div>
        </div>
      )}
    </div>
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
