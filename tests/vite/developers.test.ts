import { expect, it, onTestFinished, vi } from 'vitest'
import { createOpenApiDocument } from '../../supabase/functions/api/v1/openapi.ts'
import { renderDevelopersPage, writeDevelopersPage } from '../../vite/developers/developers.ts'
import { writeType } from '../../vite/developers/write-type.ts'
import config from '../../vite.config.ts'

const API = 'https://ref.supabase.co/functions/v1/api'
const page = renderDevelopersPage(API)
const readAll = (pattern: RegExp) => Array.from(page.matchAll(pattern), ([, found = '']) => found)

it('lists each call of the API on the developers page, with its errors', () => {
  const calls = Object.entries(createOpenApiDocument(API).paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  )
  for (const [id, call] of calls) expect(page).toContain(`<h3 id="${id}"><code>${call}</code></h3>`)
  expect(calls.length).toBe(18)
  expect(page).toContain('<th scope="row">429</th><td><code>too_many_requests</code>, <code>daily_limit</code>')
})

it("has no inline script or style on the developers page, as the site's policy requires", () => {
  expect(page).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="/)
  expect(readAll(/<link rel="stylesheet" href="([^"]*)"/g)).toEqual(['/developers.css'])
})

it('builds the developers page with the URL of its API', async () => {
  const { plugins } = config({ mode: 'production', command: 'build' })
  expect(plugins).toContainEqual(expect.objectContaining({ name: 'soundreel:developers', apply: 'build' }))
  const emit = (env: Record<string, string>) => {
    const files: Record<string, string> = {}
    const emitFile = ({ fileName, source }: { fileName: string; source: string }) => (files[fileName] = source)
    const { generateBundle } = writeDevelopersPage(env) as unknown as { generateBundle: () => void }
    generateBundle.call({ emitFile })
    return files
  }
  const files = emit({ VITE_SUPABASE_URL: 'https://ref.supabase.co' })
  expect(files['developers.html']).toBe(page)
  expect(files['developers.css']).toContain('color-scheme: dark')
  const own = emit({ VITE_API_URL: 'https://api.studio.test/' })
  expect(own['developers.html']).toContain('<code>https://api.studio.test/v1/openapi.json</code>')
  vi.stubEnv('PORT', '')
  expect(emit({})['developers.html']).toContain('<code>http://localhost:5173</code>')
  vi.stubEnv('PORT', '4000')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(emit({})['developers.html']).toContain('<code>http://localhost:4000</code>')
})

it('has no broken link on the developers page', () => {
  const places = new Set(readAll(/ id="([^"]*)"/g))
  const links = readAll(/href="#([^"]*)"/g)
  expect(links.length).toBeGreaterThan(15)
  expect(links.filter((link) => !places.has(link))).toEqual([])
  expect(places.size).toBe(readAll(/ id="([^"]*)"/g).length)
})

it.each([
  [{ $ref: '#/components/schemas/Job' }, '@Job'],
  [
    { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Model' }, { type: 'null' }] } },
    '(@Model | null)[]',
  ],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: true }, 'true'],
  [{ type: 'integer', minimum: 1, maximum: 60 }, 'integer (1 to 60)'],
  [{ type: 'string', maxLength: 9, default: 'x' }, 'string (at most 9 characters, default "x")'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name]: number }'],
  [{ type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, '{\n  a: string\n  b?: any\n}'],
])('formats the schema %o as %s', (schema, text) => {
  expect(writeType(schema)).toBe(text)
})
