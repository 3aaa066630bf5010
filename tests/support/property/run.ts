// `npm run property` tests the whole API under faults, for as many operations as you choose. Set SEED, OPERATIONS, and BACKEND in
// the environment. A failure prints all three, and the same values repeat the run. `kill` ends the run after the part in
// progress.
import { openBackend } from './backends.ts'
import { type PropertyReport, runProperty } from './run-property.ts'

const SAID_EVERY = 10_000

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const operations = Number(process.env.OPERATIONS ?? 10_000)

let said = 0
function say({ operations: made, seconds }: PropertyReport): void {
  if (made - said < SAID_EVERY) return
  said = made
  const memory = (process.memoryUsage().rss / 1e6).toFixed(0)
  console.log(`${made} operations in ${seconds.toFixed(0)} s, ${(made / seconds).toFixed(0)} a second, ${memory} MB`)
}

console.log(`seed ${seed}, ${operations} operations`)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const name = process.env.BACKEND ?? 'hosted'
if (name !== 'hosted' && name !== 'team') throw new Error(`BACKEND is "${name}". Set it to "hosted" or "team".`)
const backend = await openBackend(name)
const report = await runProperty({
  backend,
  seed,
  operations,
  progress: say,
  signal: stop.signal,
}).finally(backend.remove)
for (const name of Object.keys(report.counts).sort()) console.log(`${String(report.counts[name]).padStart(9)}  ${name}`)
console.log(`${report.operations} operations in ${report.seconds.toFixed(1)} s`)
console.log(report.failure ?? 'drift 0')
process.exitCode = report.failure ? 1 : 0
