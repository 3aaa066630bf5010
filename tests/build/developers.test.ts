import { expect, it } from 'vitest'
import { renderDevelopersPage } from '../../build/developers/developers.ts'
import { writeType } from '../../build/developers/write-type.ts'
import { describeApi } from '../../supabase/functions/api/v1/openapi.ts'

const API = 'https://ref.supabase.co/functions/v1/api'
const page = renderDevelopersPage(API)
const readAll = (pattern: RegExp) => Array.from(page.matchAll(pattern), ([, found = '']) => found)

it('has each call that the API describes, and what it refuses', () => {
  const calls = Object.entries(describeApi(API).paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  )
  for (const [id, call] of calls) expect(page).toContain(`<h3 id="${id}"><code>${call}</code></h3>`)
  expect(calls.length).toBe(13)
  expect(page).toContain('<th scope="row">429</th><td><code>too_many_requests</code>, <code>daily_limit</code>')
})

it('has no script and no style of its own, which the policy of the site forbids', () => {
  expect(page).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="/)
  expect(readAll(/<link rel="stylesheet" href="([^"]*)"/g)).toEqual(['/developers.css'])
})

it('leads to no place that it has not', () => {
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
])('writes the schema %o as %s', (schema, text) => {
  expect(writeType(schema)).toBe(text)
})
