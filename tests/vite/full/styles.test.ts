import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
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

/** Class names from react-router, lucide-react, and our scripts. */
const WITHOUT_RULE = /^(active|lucide.*|scroll)$/

it('gives all pages one style sheet, with the rules of every class in their HTML', () => {
  const sheets = [...files.keys()].filter((name) => name.endsWith('.css'))
  expect(sheets).toHaveLength(1)
  const known = readClasses(getSheet())
  const pages = [...files].filter(([name]) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(10)
  for (const [page, html] of pages) {
    expect([page, ...readAll(html, /"stylesheet"[^>]* href="([^"]+)"/g)]).toEqual([page, ...sheets])
    const used = readAll(html, / class="([^"]+)"/g)
      .map(decode)
      .flatMap((names) => names.trim().split(/ +/))
    expect([page, used.filter((name) => !known.has(name) && !WITHOUT_RULE.test(name))]).toEqual([page, []])
  }
})

it('has no class named after a word of the code, and no variable for a constant size', () => {
  expect(getSheet()).toContain('.flex{')
  expect(getSheet()).not.toMatch(/\.(container|filter|outline|shadow|transition){|var\(--(spacing|container-\w+)\)/)
})

function getSheet(): string {
  return [...files].find(([name]) => name.endsWith('.css'))?.[1] ?? ''
}

function decode(html: string): string {
  return html.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}

function readClasses(style: string): Set<string> {
  return new Set(readAll(style, /\.((?:\\.|[\w-])+)/g).map((name) => name.replaceAll('\\', '')))
}

function readAll(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found)
}
