import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'local/**/*.md', 'tools/**/*.md', 'tests/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})

/** Returns the anchor that GitHub generates for a heading. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const readAnchors = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => toAnchor(heading))

it.each(documents)('finds every file and heading that %s links to', (file) => {
  const links = Array.from(read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g), ([, link = '']) => link)
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !readAnchors(target).includes(anchor)
  })
  expect(broken).toEqual([])
})

describe('Decisions', () => {
  const decisions = documents.filter((file) => /^docs\/decisions\/\d/.test(file))

  it.each(decisions)('writes the decision %s in the standard form, with 150 to 350 words', (file) => {
    const text = read(file)
    expect(text).toMatch(/^# \d{3} .+\n\n- \*\*Date:\*\* \d{4}-\d\d-\d\d.*\n/)
    expect(Array.from(text.matchAll(/^## (.*)$/gm), ([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Alternatives',
      'Consequences',
    ])
    const { length } = text.split(/\s+/).filter(Boolean)
    expect(length).toBeGreaterThanOrEqual(150)
    expect(length).toBeLessThanOrEqual(350)
  })

  it('lists every decision in the index once', () => {
    const index = read('docs/decisions/README.md')
    const listed = Array.from(index.matchAll(/^\| \[\d{3}\]\(([^)]+)\)/gm), ([, name]) => `docs/decisions/${name}`)
    expect(listed).toEqual(decisions.toSorted())
  })

  it('finds the file of each decision that a comment or a document cites', () => {
    const sources = globSync('{src,supabase,local,vite,tools,tests,docs,public}/**/*.{ts,tsx,js,sql,md}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    })
    const cited = sources.flatMap((source) =>
      Array.from(read(source).matchAll(/(?<=decisions\/)\d{3}[\w-]*(?:\.md)?/g), ([name]) => ({ source, name })),
    )
    expect(cited.map(({ name }) => name)).toContain('010-api-keys-and-mcp.md')
    expect(cited.filter(({ name }) => !existsSync(join(ROOT, 'docs/decisions', name)))).toEqual([])
  })
})

it('names only tests that exist in the guarantees', () => {
  const folders: Record<string, string> = { A: 'supabase/api', R: 'supabase/race', J: 'journeys' }
  const names = Array.from(read('docs/internals/guarantees.md').matchAll(/`([\w-]+\/[\w./-]+)`/g), ([, name = '']) =>
    name.replace(/^[ARJ](?=\/)/, (letter) => folders[letter] ?? letter),
  )
  const missing = names.filter((name) => globSync(`tests/${name}{,.test.ts,.test.tsx}`, { cwd: ROOT }).length === 0)
  expect(names).toContain('supabase/race/property')
  expect(missing).toEqual([])
})
