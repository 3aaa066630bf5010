// Tests the hosted function's runtime, Deno, like tests/supabase/api/providers/never-sent.test.ts tests Node.
import { describe } from 'vitest'
import { findInstalled } from '../../tools/packages/find-installed.ts'
import { describeFetchFailures } from '../support/providers/fetch-failures.ts'

describe('in Deno', () =>
  describeFetchFailures(findInstalled('hosted', '.bin/deno'), [
    'run',
    '--no-remote',
    '--no-npm',
    '--no-prompt',
    '--allow-net',
  ]))
