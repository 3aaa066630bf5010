// Implements `npm run models -- --provider openrouter`. It requests a provider's model list and prints the catalogue
// entries that are new, changed, or gone. It changes no files and needs no key. `--match WORD` shows only matching
// models. `--url ADDRESS` sets another URL.
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
