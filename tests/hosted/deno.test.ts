// Tests in the hosted function's runtime, Deno, what tests/supabase/api/providers/never-sent.test.ts and
// tests/supabase/api/messages/fetch-at.test.ts test in Node.
import { describe } from 'vitest'
import { findInstalled } from '../../tools/packages/find-installed.ts'
import { describeFetchAt } from '../support/messages/fetch-at.ts'
import { describeFetchFailures } from '../support/providers/fetch-failures.ts'

describe('in Deno', () => {
  const program = findInstalled('hosted', '.bin/deno')
  const options = ['run', '--no-remote', '--no-npm', '--no-prompt', '--allow-net']
  describeFetchFailures(program, options)
  describeFetchAt(program, options, 'DENO_CERT')
})
