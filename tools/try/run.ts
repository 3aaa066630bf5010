// Implements `npm run try -- --provider fal --at-most 60`. It orders one real video with the operator's key, and writes
// a report of what was sent, answered, delivered, and charged. Exits with 1 if nothing was sent.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout } from 'node:timers/promises'
import models from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { readWorkflows, WORKFLOWS } from '../../vite/read-workflows.ts'
import { describePlan, planVideo, readOptions } from './plan.ts'
import { recordExchanges } from './record.ts'
import { formatReport, getExitCode, tryVideo } from './report.ts'

const FOLDER = 'tries'
const stop = new AbortController()
const now = () => new Date()

async function confirm(): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('This is not an interactive terminal. Pass --yes to skip the confirmation.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question('Order it? (yes/no) ').catch(() => '')
  lines.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Canceled.')
}

async function prepare() {
  try {
    const options = readOptions(process.argv.slice(2))
    if (existsSync('.env')) process.loadEnvFile('.env')
    const recording = recordExchanges(fetch, now, stop.signal)
    const workflows = await readWorkflows(WORKFLOWS)
    const plan = planVideo(options, { settings: process.env, models, workflows, fetch: recording.fetch, now })
    console.log(describePlan(plan))
    if (!options.yes) await confirm()
    mkdirSync(FOLDER, { recursive: true })
    return { plan, recording }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nNothing was sent.`)
    return process.exit(1)
  }
}

const { plan, recording } = await prepare()
// A second signal ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
const { report, name } = await tryVideo(plan, recording, {
  now,
  sleep: (ms) => setTimeout(ms, undefined, { signal: stop.signal }).catch(() => {}),
  signal: stop.signal,
  folder: FOLDER,
  print: (line) => console.log(line),
})
writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
writeFileSync(join(FOLDER, `${name}.md`), formatReport(report), { mode: 0o600 })
console.log(`${report.course.ending.said}
Verdict: ${report.summary.verdict}
Report: ${join(FOLDER, name)}.md and .json. Read both before you send them.`)
process.exitCode = getExitCode(report)
