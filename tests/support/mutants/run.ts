// `npm run mutants` breaks one line at a time in a copy of this checkout. The named test must fail each time. A full
// run takes about ten minutes. `npm run mutants -- poll` breaks only files with `poll` in their path.
import { execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { breakLine, getProject, LINES, type Line } from './mutants.ts'

const ROOT = join(import.meta.dirname, '../../..')

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of listed.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // Git lists a removed file until the removal is committed.
    await cp(join(ROOT, path), join(folder, path)).catch(() => {})
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const escaped = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs the tests with one of these titles, and returns their results. All files must belong to one project. */
async function runTests(checkout: string, files: readonly string[], titles: readonly string[], signal: AbortSignal) {
  const report = join(checkout, 'report.json')
  await rm(report, { force: true })
  const names = titles.map(escaped).join('|')
  const project = getProject(files[0] ?? '')
  const run = ['run', '--project', project, ...files, '-t', names, '--maxWorkers=1', '--reporter=json']
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...run, `--outputFile=${report}`], { cwd: checkout, stdio: 'ignore' })
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  await new Promise((resolve) => child.once('close', resolve))
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
  const results = (JSON.parse(text) as Report).testResults.flatMap(({ assertionResults }) => assertionResults)
  const getStatuses = (title: string) =>
    results.filter(({ fullName }) => fullName.includes(title)).map(({ status }) => status)
  return {
    passed: (title: string) => getStatuses(title).includes('passed') && !getStatuses(title).includes('failed'),
    failed: (title: string) => getStatuses(title).includes('failed'),
  }
}

/** Returns the titles whose tests don't pass in unbroken code. */
async function findUnsound(checkout: string, lines: readonly Line[], signal: AbortSignal): Promise<string[]> {
  const unsound: string[] = []
  for (const own of Map.groupBy(lines, ({ tests }) => getProject(tests)).values()) {
    const files = [...new Set(own.map(({ tests }) => tests))]
    const titles = [...new Set(own.flatMap(({ mutants }) => mutants.map(({ test }) => test)))]
    const { passed } = await runTests(checkout, files, titles, signal)
    unsound.push(...titles.filter((title) => !passed(title)))
  }
  return unsound
}

const [asked = ''] = process.argv.slice(2)
const lines = LINES.filter(({ file }) => file.includes(asked))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error('stopped')))
const checkout = await copyCheckout()
let [killed, survived] = [0, 0]
try {
  const unsound = await findUnsound(checkout, lines, stop.signal)
  for (const title of unsound) console.log(`NOT PASSED without a mutant: ${title}`)
  for (const line of lines) {
    const path = join(checkout, line.file)
    const source = await readFile(path, 'utf8')
    console.log(`\n${line.file}: ${line.text.trim().replace(/\s+/g, ' ')}`)
    for (const { put, test } of line.mutants) {
      await writeFile(path, breakLine(source, line, put))
      const isKilled = (await runTests(checkout, [line.tests], [test], stop.signal)).failed(test)
      if (isKilled) killed += 1
      else survived += 1
      const shown = put.trim().replace(/\s+/g, ' ') || '(deleted)'
      console.log(`  ${isKilled ? 'killed' : 'SURVIVED'}  ${shown}\n            ${line.tests}: ${test}`)
    }
    await writeFile(path, source)
  }
  console.log(`\n${killed} killed, ${survived} survived, ${unsound.length} tests not passed without a mutant`)
  process.exitCode = survived + unsound.length > 0 ? 1 : 0
} finally {
  await rm(checkout, { recursive: true })
}
