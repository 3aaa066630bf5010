// Writes dist/developers.html, the documentation of the /v1 calls. Its source is the OpenAPI document that the API
// serves at /v1/openapi.json. The page has no script and isn't part of the app. It loads only its own style sheet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { createOpenApiDocument } from '../../supabase/functions/api/v1/openapi.ts'
import { writeType } from './write-type.ts'

type Schema = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
interface Body {
  content: { 'application/json': { schema: Schema } }
}
interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

/**
 * Emits the page.
 * @param env VITE_* settings
 */
export function writeDevelopersPage(env: Record<string, string | undefined>): Plugin {
  return {
    name: 'soundreel:developers',
    apply: 'build',
    generateBundle() {
      const style = readFileSync(join(import.meta.dirname, 'developers.css'), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'developers.css', source: style })
      this.emitFile({ type: 'asset', fileName: 'developers.html', source: renderDevelopersPage(readApiUrl(env)) })
    },
  }
}

function readApiUrl(env: Record<string, string | undefined>): string {
  const url = env.VITE_API_URL ?? (env.VITE_SUPABASE_URL ? `${env.VITE_SUPABASE_URL}/functions/v1/api` : '')
  // The local server builds its pages with its own port.
  return url.replace(/\/+$/, '') || `http://localhost:${process.env.PORT || 5173}`
}

/**
 * Returns the page's HTML.
 * @param apiUrl the base URL of all calls
 */
export function renderDevelopersPage(apiUrl: string): string {
  const { info, paths, components } = createOpenApiDocument(apiUrl)
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, call]) => ({ path, method, ...call })),
  )
  const index = calls.map(
    ({ operationId, method, path, summary }) =>
      `<tr><td><a href="#${operationId}"><code>${nameCall(method, path)}</code></a></td><td>${escapeText(summary)}</td></tr>`,
  )
  const types = Object.entries(components.schemas).map(
    ([id, schema]) => `<h3 id="${id}"><code>${id}</code></h3>${writePre(schema as Schema)}`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeText(info.title)}</title>
    <meta name="description" content="Every call of the Soundreel API, with its fields and refusals.">
    <link rel="icon" href="/favicon.ico" sizes="32x32">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="apple-touch-icon" href="/apple-touch-icon.png">
    <link rel="stylesheet" href="/developers.css">
  </head>
  <body>
    <header><a href="/">Soundreel</a></header>
    <main>
      <h1>${escapeText(info.title)}</h1>
      <p>${escapeText(info.description)}</p>
      <p>All calls are below <code>${escapeText(apiUrl)}</code>. Send a personal key, which you create on <a href="/account">your account page</a>:</p>
      <pre><code>Authorization: Bearer sr_…</code></pre>
      <p><code>${escapeText(apiUrl)}/v1/openapi.json</code> has the same in OpenAPI 3.1.</p>
      <h2>Calls</h2>
      <div class="scroll"><table><tbody>${index.join('')}</tbody></table></div>
      ${calls.map(renderCall).join('\n      ')}
      <h2>Types</h2>
      ${types.join('\n      ')}
    </main>
  </body>
</html>
`
}

const CODE = /`([^`]+)`/g

function renderCall(call: Operation & { path: string; method: string }): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = call
  const rows = parameters.map(
    (one) =>
      `<tr><th scope="row"><code>${escapeText(one.name)}</code></th><td>${one.in}${one.required ? '' : ', optional'}</td><td><code>${escapeText(writeType(one.schema))}</code></td><td>${escapeText(one.description ?? '').replaceAll(CODE, '<code>$1</code>')}</td></tr>`,
  )
  const { 200: success, ...refused } = responses
  const refusals = Object.entries(refused).map(
    ([status, answer]) =>
      `<tr><th scope="row">${status}</th><td>${readCodes(answer).map(writeCode).join(', ')}</td></tr>`,
  )
  return [
    `<h3 id="${operationId}"><code>${nameCall(method, path)}</code></h3>`,
    `<p>${escapeText(summary)}. ${escapeText(description ?? 'No key is needed.').replaceAll(CODE, '<code>$1</code>')}</p>`,
    rows.length > 0 ? wrapTable('Parameters', rows) : '',
    requestBody ? `<h4>Body</h4>${writePre(readSchema(requestBody))}` : '',
    success ? `<details><summary>Answer</summary>${writePre(readSchema(success))}</details>` : '',
    wrapTable('Refusals', refusals),
  ].join('')
}

const nameCall = (method: string, path: string) => `${method.toUpperCase()} ${escapeText(path)}`
const wrapTable = (caption: string, rows: string[]) =>
  `<h4>${caption}</h4><div class="scroll"><table><tbody>${rows.join('')}</tbody></table></div>`
const writeCode = (text: string) => `<code>${escapeText(text)}</code>`
const readSchema = (body: Body): Schema => body.content['application/json'].schema

function readCodes(answer: Body): string[] {
  const { allOf } = readSchema(answer) as { allOf?: [unknown, { properties: { code: { enum: string[] } } }] }
  return allOf?.[1].properties.code.enum ?? []
}

/** Returns a type as HTML, with links to named types. */
function writePre(schema: Schema): string {
  const text = escapeText(writeType(schema)).replaceAll(/@(\w+)/g, '<a href="#$1">$1</a>')
  return `<pre><code>${text}</code></pre>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
