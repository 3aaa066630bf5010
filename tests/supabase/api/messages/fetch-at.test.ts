// tests/hosted/deno.test.ts runs the same tests in Deno.
import { describe } from 'vitest'
import { describeFetchAt } from '../../../support/messages/fetch-at.ts'

describe('in Node', () => describeFetchAt(process.execPath, [], 'NODE_EXTRA_CA_CERTS'))
