import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { TOOL_PAGES } from '../../../src/config/paths.ts'
import { buildApp } from '../../../tools/sizes/build-app.ts'
import { makeFolder } from '../../support/make-folder.ts'

let files: Map<string, string>
beforeAll(async () => {
  const folder = await makeFolder()
  await buildApp(folder)
  const names = await Array.fromAsync(glob('{*.html,assets/*.css}', { cwd: folder }))
  const read = async (name: string) => [`/${name}`, await readFile(join(folder, name), 'utf8')] as const
  files = new Map(await Promise.all(names.filter((name) => name !== 'developers.html').map(read)))
})

it('gives each page the rules of the classes in its HTML, and all rules only where the visitor soon needs them', () => {
  const all = readClasses(findAllClasses())
  const withAll: string[] = []
  for (const [page, html] of files) {
    if (!page.endsWith('.html')) continue
    const sheets = Array.from(html.matchAll(/"stylesheet"[^>]* href="([^"]+)"/g), ([, sheet = '']) => files.get(sheet))
    const known = readClasses(sheets.join(''))
    const used = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    expect([page, used.filter((name) => all.has(name) && !known.has(name))]).toEqual([page, []])
    if (known.size >= all.size) withAll.push(page)
  }
  const expected = [...TOOL_PAGES, '/create-video', '/text-to-video', '/404'].map((path) => `${path}.html`)
  expect(new Set(withAll)).toEqual(new Set(expected))
})

it('has no class for a word of the code, and no variable for a size that never changes', () => {
  expect(findAllClasses()).toContain('.flex{')
  expect(findAllClasses()).not.toMatch(
    /\.(container|filter|outline|shadow|transition){|var\(--(spacing|container-\w+)\)/,
  )
})

it('has no rules for browsers without color-mix()', () => {
  const style = [...files].filter(([name]) => name.endsWith('.css')).map(([, text]) => text)
  expect(style.join('')).not.toMatch(/@supports \(color:color-mix|@layer properties/)
})

function findAllClasses(): string {
  return [...files].find(([name]) => name.startsWith('/assets/classes-'))?.[1] ?? ''
}

function readClasses(style: string): Set<string> {
  return new Set(Array.from(style.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name.replaceAll('\\', '')))
}
