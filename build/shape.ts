import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const AREAS = [
  'src',
  'contract',
  'supabase/functions',
  'local',
  'build',
  'operator',
  'media',
  'harness',
  'bench',
  'tests',
]
const LARGEST_SHOWN = 5
/** With `--check`, what is larger fails, and so does any cycle (docs/decisions/032). */
const MOST_FILES = 20
const MOST_LINES = 320

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => AREAS.some((area) => file.startsWith(`${area}/`)))
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => textOf.get(file)?.trimEnd().split('\n') ?? []
const isComment = (line: string) => /^\s*\/\//.test(line)
const isDocstring = (line: string) => /^\s*\/?\*/.test(line)

console.log('area                 files  lines  comments  docstrings  largest file')
for (const area of AREAS) {
  const own = files.filter((file) => file.startsWith(`${area}/`))
  const lines = own.flatMap(linesOf)
  const share = (is: (line: string) => boolean) => `${((100 * lines.filter(is).length) / lines.length).toFixed(1)} %`
  const [largest = ''] = own.toSorted((a, b) => linesOf(b).length - linesOf(a).length)
  const numbers = `${String(own.length).padStart(5)}  ${String(lines.length).padStart(5)}  ${share(isComment).padStart(8)}  ${share(isDocstring).padStart(10)}`
  console.log(`${area.padEnd(20)} ${numbers}  ${largest} (${linesOf(largest).length})`)
}

console.log('\nlargest folders (files of their own)')
for (const area of ['src', 'supabase/functions', 'local', 'tests']) {
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

const imports = new Map(files.map((file) => [file, importsOf(file)]))
const cycles = findCycles()
console.log(`\nimport cycles, types counted: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.length} files: ${cycle.join(', ')}`)

if (process.argv.includes('--check')) {
  const faults = [
    ...files.filter((file) => linesOf(file).length > MOST_LINES).map((file) => `${file} has over ${MOST_LINES} lines`),
    ...[...Map.groupBy(files, dirname)]
      .filter(([, { length }]) => length > MOST_FILES)
      .map(([folder]) => `${folder} has over ${MOST_FILES} files`),
    ...cycles.map((cycle) => `a cycle: ${cycle.join(', ')}`),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

/** `import type` and `import()` included. */
function importsOf(file: string): string[] {
  const specifiers = textOf.get(file)?.matchAll(/(?:from|import)\s*\(?\s*'((?:\.|@\/)[^']*)'/g) ?? []
  return [...specifiers].flatMap(([, specifier = '']) => {
    const path = specifier.startsWith('@/') ? `src/${specifier.slice(2)}` : normalize(join(dirname(file), specifier))
    return [path, `${path}.ts`, `${path}.tsx`].filter((name) => textOf.has(name)).slice(0, 1)
  })
}

/** Strongly connected components (Tarjan). */
function findCycles(): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file) ?? 0)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group.toSorted())
  }
  for (const file of files) if (!index.has(file)) visit(file)
  return found
}
