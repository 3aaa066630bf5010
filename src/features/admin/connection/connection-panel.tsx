import { useEffect, useRef, useState } from 'react'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import { getStatus } from '../failure'
import { useTexts } from '../texts/texts'
import {
  CONNECTION_TESTS,
  type ConnectionTest,
  reportFailure,
  reportSuccess,
  type TestResult,
} from './connection-tests'
import { ConnectionTrack } from './connection-track'

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
    <Panel heading={text.heading} aside={text.aside}>
      <ul className="divide-y divide-hairline">
        {CONNECTION_TESTS.map((test) => (
          <ConnectionTrack
            key={test.id}
            test={test}
            result={results[test.id] ?? null}
            isOnline={isOnline}
            onRun={() => run(test)}
          />
        ))}
      </ul>
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
