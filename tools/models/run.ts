// npm run models -- --provider openrouter: asks a provider for its models, and prints the catalogue entries that are new,
// changed, or gone. It writes nothing, and needs no key. --match WORD shows only such models; --url ADDRESS asks another address.
import { createSender } from '../doctor/checks/check.ts'
import { ModelsError } from './lists.ts'
import { describeModels, readOptions } from './report.ts'

const TIMEOUT_MS = 20_000

try {
  console.log(await describeModels(readOptions(process.argv.slice(2)), createSender(fetch, TIMEOUT_MS)))
} catch (error) {
  if (!(error instanceof ModelsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
