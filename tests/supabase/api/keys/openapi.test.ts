// The document at /v1/openapi.json. The test API compares the responses of all tests with it
// (tests/harness/check-responses.ts).
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { setUp } from '../../../support/server/suite.ts'

const CALLS = [
  'delete /v1/shares/{id}',
  'get /v1/capabilities',
  'get /v1/cast',
  'get /v1/credits/statement',
  'get /v1/generation/{taskId}/status',
  'get /v1/jobs',
  'get /v1/jobs/{id}',
  'get /v1/jobs/{id}/shares',
  'get /v1/key',
  'patch /v1/cast/{id}',
  'post /v1/audio',
  'post /v1/cast',
  'post /v1/credits/consume',
  'post /v1/generation/{brand}/{model}',
  'post /v1/images',
  'post /v1/jobs/{id}/cancel',
  'post /v1/jobs/{id}/label',
  'post /v1/jobs/{id}/shares',
]

async function readDocument() {
  const { request } = await setUp()
  const { status, headers, body } = await request('GET', '/v1/openapi.json', null)
  expect([status, headers.get('cache-control')]).toEqual([200, 'max-age=3600'])
  return body
}

it('serves a valid OpenAPI 3.1 document', async () => {
  const document = await readDocument()
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(document.openapi).toBe('3.1.1')
})

it('describes every route under /v1, and no other, in the OpenAPI document', async () => {
  const { paths } = await readDocument()
  const found = Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((verb) => `${verb} ${path}`),
  )
  expect(found.sort()).toEqual(CALLS)
  const names = Object.values<Record<string, { operationId: string }>>(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(names.length)
})

it('describes exactly the request bodies that the API accepts in the OpenAPI document', async () => {
  const { paths } = await readDocument()
  const { schema } = paths['/v1/credits/consume'].post.requestBody.content['application/json']
  const validate = new Ajv2020({ strict: false }).compile(schema)
  const body = { amount: 20, type: 'video_generation', source: 'kling-1.6' }
  expect([validate(body), validate({ ...body, amount: 0 }), validate({ amount: 20 })]).toEqual([true, false, false])
})

interface Described {
  name: string
  in?: string
  description?: string
  $ref?: string
  schema?: object
}

/** Returns the fields and parameters inside a part of the document, each with its place as the name. */
function listDescribed(part: unknown, place = ''): Described[] {
  if (typeof part !== 'object' || part === null) return []
  const { parameters = [], properties = {} } = part as Record<string, object>
  const own = [...Object.entries(properties), ...Object.values(parameters).map((one) => [one.name, one] as const)]
  return [
    ...own.map(([name, one]) => ({ ...one, name: `${place} ${name}` })),
    // The second part of an `allOf` narrows a field of the first.
    ...Object.entries(part).flatMap(([name, inner]) =>
      name === 'allOf' ? [] : listDescribed(inner, `${place} ${name}`),
    ),
  ]
}

it('describes every field and every parameter', async () => {
  const { paths, components } = await readDocument()
  const all = listDescribed({ paths, ...components })
  expect(all.length).toBeGreaterThan(300)
  const described = (one: Described) =>
    one.description ?? components.schemas[one.$ref?.split('/').at(-1) ?? '']?.description
  expect(all.filter((one) => !described(one)).map(({ name }) => name)).toEqual([])
})

it('limits every query parameter', async () => {
  const query = listDescribed((await readDocument()).paths).filter((one) => one.in === 'query')
  expect(query.length).toBeGreaterThan(10)
  const limits = ['maxLength', 'maximum', 'enum', 'format']
  const unlimited = query.filter(({ schema = {} }) => !limits.some((limit) => limit in schema))
  expect(unlimited.map(({ name }) => name)).toEqual([])
})
