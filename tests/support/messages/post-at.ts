// Posts to each of the given URLs, and prints the outcomes as JSON. It always connects to 127.0.0.1.
import process from 'node:process'
import { createFetchAt } from '../../../supabase/functions/api/services/messages/fetch-at.ts'

const outcomes = []
for (const url of process.argv.slice(2)) {
  const request = { method: 'POST', headers: { 'x-sent': 'yes' }, body: 'hello', signal: AbortSignal.timeout(2000) }
  const outcome = await createFetchAt('127.0.0.1')(url, request).then(
    ({ status, headers }) => ({ status, retryAfter: headers.get('retry-after') }),
    (error: Error) => ({ error: error.name }),
  )
  outcomes.push(outcome)
}
console.log(JSON.stringify(outcomes))
process.exit()
