// What HTTP clients of several kinds send to the address of agents.
import { expect, it } from 'vitest'
import { listen } from '../../../support/server/agent.ts'
import { setUp } from '../../../support/server/suite.ts'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function post(path: string, headers: Record<string, string>, message: object = INITIALIZE): Promise<Response> {
  const { user, ...api } = await setUp()
  const url = await listen(api)
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}`, ...headers },
    body: JSON.stringify(message),
  })
}

it.each([
  ['application/json', 'application/json'],
  ['application/json, text/event-stream', 'text/event-stream'],
  ['*/*', 'text/event-stream'],
  ['text/event-stream', 'text/event-stream'],
])('answers an MCP client that accepts %s with %s', async (accept, type) => {
  const response = await post('/mcp', { accept })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  const text = await response.text()
  const message = type === 'application/json' ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? '')
  expect(JSON.parse(message)).toMatchObject({ id: 1, result: { serverInfo: { name: 'soundreel' } } })
})

it('answers an MCP client of 2025 that accepts JSON alone with the list of tools', async () => {
  const response = await post('/mcp', { accept: 'application/json' }, { jsonrpc: '2.0', id: 2, method: 'tools/list' })
  expect(await response.json()).toMatchObject({ id: 2, result: { tools: expect.arrayContaining([]) } })
})

it.each([
  ['arguments', { params: { name: 'list_models', arguments: null } }],
  ['metadata', { params: { name: 'list_models', _meta: null } }],
  ['an argument', { params: { name: 'search_library', arguments: { cursor: null } } }],
  ['parameters', { method: 'tools/list', params: null }],
])('takes null for %s of an agent as absent', async (_, message) => {
  const response = await post(
    '/mcp',
    { accept: 'application/json' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', ...message },
  )
  const { result } = (await response.json()) as { result: object }
  expect([response.status, result]).toEqual([200, expect.not.objectContaining({ isError: true })])
})

it('serves MCP also at /mcp/', async () => {
  const response = await post('/mcp/', {})
  expect(response.status).toBe(200)
  await response.text()
})

it('names the missing credential at /mcp/ as at /mcp', async () => {
  const response = await post('/mcp/', { authorization: '' })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

it('accepts a Bearer token after several spaces', async () => {
  const { user, request } = await setUp()
  const headers = { authorization: `Bearer  ${user.token}` }
  const { status } = await request('GET', '/api/account', null, undefined, { headers })
  expect(status).toBe(200)
})
