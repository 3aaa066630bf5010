// Implements `npm run shape [-- --check]`. It reports sizes, import cycles, duplicate SQL functions, and words that the
// project doesn't use.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { countDefinitions } from './definitions.ts'
import { findFolderCycles, findImportCycles } from './import-cycles.ts'
import { readImports } from './imports.ts'
import { findLanguageFaults } from './language.ts'

const AREAS = ['src', 'supabase', 'local', 'vite', 'tools', 'tests']
const MIGRATIONS = 'supabase/migrations'
const LARGEST_SHOWN = 5
/**
 * The limits. With `--check`, a larger folder or file fails, and so does any import cycle of files or folders
 * (docs/decisions/016-folders-and-tests.md).
 */
const MOST_FILES = 20
const MOST_LINES = 320

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => AREAS.some((area) => file.startsWith(`${area}/`)))
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const getLines = (file: string) => textOf.get(file)?.trimEnd().split('\n') ?? []
const isComment = (line: string) => /^\s*\/\//.test(line)
const isDocstring = (line: string) => /^\s*\/?\*/.test(line)

console.log('area                 files  lines  comments  docstrings  largest file')
for (const area of AREAS) {
  const own = files.filter((file) => file.startsWith(`${area}/`))
  const lines = own.flatMap(getLines)
  const computeShare = (is: (line: string) => boolean) =>
    `${((100 * lines.filter(is).length) / lines.length).toFixed(1)} %`
  const [largest = ''] = own.toSorted((a, b) => getLines(b).length - getLines(a).length)
  const numbers = `${String(own.length).padStart(5)}  ${String(lines.length).padStart(5)}  ${computeShare(isComment).padStart(8)}  ${computeShare(isDocstring).padStart(10)}`
  console.log(`${area.padEnd(20)} ${numbers}  ${largest} (${getLines(largest).length})`)
}

console.log('\nlargest folders (files of their own)')
for (const area of ['src', 'supabase', 'local', 'tests']) {
  const counts = Map.groupBy(
    files.filter((file) => file.startsWith(`${area}/`)),
    dirname,
  )
  const largest = [...counts]
    .map(([folder, { length }]) => ({ folder, length }))
    .toSorted((a, b) => b.length - a.length)
  for (const { folder, length } of largest.slice(0, LARGEST_SHOWN))
    console.log(`${String(length).padStart(5)}  ${folder}`)
}

const imports = readImports(textOf)
const cycles = findImportCycles(imports)
console.log(`\nimport cycles, types counted: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.length} files: ${cycle.join(', ')}`)
// Benchmarks are excluded. They run the product on the tests' harness, and no file imports them.
const circles = findFolderCycles(new Map([...imports].filter(([file]) => !file.startsWith('tools/bench/'))))
console.log(`circles of folders: ${circles.length}`)
for (const circle of circles) console.log(`  ${circle.join(', ')}`)

const migrations = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
const definitions = countDefinitions(migrations.map((file) => readFileSync(`${MIGRATIONS}/${file}`, 'utf8')))
const defined = [...definitions.values()].reduce((sum, count) => sum + count, 0)
console.log(`\nSQL functions: ${definitions.size}, defined ${defined} times in ${migrations.length} migrations`)

/** Tests of the word list, and prompt words of the renderer. They contain words that the project doesn't use. */
const WORD_LISTS = [
  'tests/tools/shape/',
  'local/renderer/prompt/words.ts',
  'local/renderer/scenes/card/stress-words.ts',
]
const proseFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.md'])
const languageFaults = `${proseFiles}`
  .trim()
  .split('\n')
  .filter((file) => !WORD_LISTS.some((list) => file.startsWith(list)))
  .flatMap((file) => findLanguageFaults(file, readFileSync(file, 'utf8')).map((fault) => ({ file, ...fault })))
console.log(`\nlanguage faults: ${languageFaults.length}`)

if (process.argv.includes('--check')) {
  const faults = [
    ...files.filter((file) => getLines(file).length > MOST_LINES).map((file) => `${file} has over ${MOST_LINES} lines`),
    ...[...Map.groupBy(files, dirname)]
      .filter(([, { length }]) => length > MOST_FILES)
      .map(([folder]) => `${folder} has over ${MOST_FILES} files`),
    ...cycles.map((cycle) => `a cycle: ${cycle.join(', ')}`),
    ...circles.map((circle) => `a circle of folders: ${circle.join(', ')}`),
    ...[...definitions]
      .filter(([, count]) => count > 1)
      .map(([name, count]) => `${name} is defined ${count} times in ${MIGRATIONS}`),
    ...languageFaults.map(({ file, line, message }) => `${file}:${line} ${message}`),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
