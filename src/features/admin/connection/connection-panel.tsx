import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import { getStatus } from '../failure'
import { useTexts } from '../texts/texts'
import { ConnectionResult } from './connection-result'
import {
  CONNECTION_TESTS,
  type ConnectionTest,
  reportFailure,
  reportSuccess,
  type TestResult,
} from './connection-tests'

interface ConnectionPanelProps {
  api: AdminApi
  isOnline: boolean
  /** The credential to test. Null while the fields are empty. */
  credential: Credential | null
  /** Called if the server no longer accepts this credential. */
  onRefused: (error: unknown) => void
}

type Results = Partial<Record<ConnectionTest['id'], TestResult | 'running'>>

export function ConnectionPanel({ api, isOnline, credential, onRefused }: ConnectionPanelProps) {
  const text = useTexts().connection
  const [results, setResults] = useState<Results>({})
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const run = async (test: ConnectionTest) => {
    const signal = leaving.current?.signal
    if (!signal || !isOnline) return
    const report = (result: TestResult | 'running') => setResults((all) => ({ ...all, [test.id]: result }))
    if (test.id === 'status' && !credential) return report(reportUnsent(text.passwordMissing))
    report('running')
    const startedAt = performance.now()
    const measureElapsed = () => Math.round(performance.now() - startedAt)
    try {
      const answer = await runTest(api, test, credential, signal)
      report(reportSuccess(test, answer, measureElapsed()))
    } catch (error) {
      if (signal.aborted) return
      report(reportFailure(error, measureElapsed(), navigator.onLine, Date.now()))
      if (test.id === 'status' && getStatus(error) === 401) onRefused(error)
    }
  }

  return (
    <Panel heading={text.heading}>
      {/* Above all results, because a result would move the buttons below it. */}
      <div className="grid gap-3 p-4 sm:flex sm:flex-wrap sm:px-6">
        {CONNECTION_TESTS.map((test) => (
          <Button
            key={test.id}
            variant="secondary"
            disabled={!isOnline}
            busy={results[test.id] === 'running'}
            onClick={() => run(test)}
          >
            {text.tests[test.id].label}
          </Button>
        ))}
      </div>
      {CONNECTION_TESTS.map((test) => {
        const result = results[test.id] ?? null
        return <ConnectionResult key={test.id} test={test} result={result === 'running' ? null : result} />
      })}
    </Panel>
  )
}

function reportUnsent(text: string): TestResult {
  return { isOk: false, text, milliseconds: null, message: null, facts: [] }
}

function runTest(api: AdminApi, test: ConnectionTest, credential: Credential | null, signal: AbortSignal) {
  if (test.id === 'backend') return api.testBackend(signal)
  if (test.id === 'admin' || !credential) return api.testAdminApi(signal)
  return api.testServerStatus(credential, signal)
}
