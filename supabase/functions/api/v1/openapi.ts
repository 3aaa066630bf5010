// Creates the OpenAPI document of `/v1`. Its schemas derive from those of the API, so the two can't differ.
import { z } from 'zod'
import { modelCapabilities } from '../../_shared/contract/capabilities.ts'
import { castMember } from '../../_shared/contract/cast.ts'
import { statementLine } from '../../_shared/contract/credits.ts'
import { ERROR_STATUS, refusal } from '../../_shared/contract/errors.ts'
import { serverJob } from '../../_shared/contract/jobs.ts'
import { RESPONSES } from '../../_shared/contract/routes.ts'
import { share } from '../../_shared/contract/shares.ts'
import {
  BODY_REFUSALS,
  getOpenApiPath,
  type Route,
  SHARED_REFUSALS,
  V1_HEADERS,
  V1_ROUTES,
  type V1Route,
} from './routes.ts'

type Json = Record<string, unknown>

/** Schemas that several responses share. */
const NAMES = z.registry<{ id: string }>()
NAMES.add(serverJob, { id: 'Job' })
NAMES.add(modelCapabilities, { id: 'Model' })
NAMES.add(statementLine, { id: 'Transaction' })
NAMES.add(share, { id: 'Link' })
NAMES.add(castMember, { id: 'CastMember' })
NAMES.add(refusal, { id: 'Refusal' })

const COMPONENTS = '#/components/schemas/'

/** Returns the whole document. @param serverUrl the base URL of the paths, without a trailing slash */
export function createOpenApiDocument(serverUrl: string) {
  const schemas: Json = {}
  const describe = (schema: z.ZodType, io: 'input' | 'output') => toJsonSchema(schema, io, schemas)
  const refused = describe(refusal, 'output')
  const paths: Record<string, Json> = {}
  for (const [route, described] of listV1Routes()) {
    const { path, method } = getOpenApiPath(route)
    paths[path] = { ...paths[path], [method]: describeRoute(route, described, describe, refused) }
  }
  return {
    openapi: '3.1.1' as const,
    info: {
      title: 'Soundreel API',
      version: '1',
      description:
        "Generate videos from a program. Times are in UTC, prices in credits, and durations in seconds. Readers must ignore fields that they don't know.",
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A personal key: sr_…' } },
    },
  }
}

function listV1Routes(): [Route, V1Route][] {
  return Object.entries(V1_ROUTES) as [Route, V1Route][]
}

function describeRoute(
  route: Route,
  { scope, summary, params = {}, body, query, headers = [], refusals }: V1Route,
  describe: (schema: z.ZodType, io: 'input' | 'output') => Json,
  refused: Json,
): Json {
  const [method = '', path = ''] = route.split(' ')
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: params[name],
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = describe(field, 'input')
    return { name, in: 'query', required: false, description, schema }
  })
  const inHead = headers.map((name) => ({
    name,
    in: 'header',
    required: V1_HEADERS[name].isRequired,
    description: V1_HEADERS[name].description,
    schema: { type: 'string' },
  }))
  const shared = scope === null ? (['internal', 'database_unavailable'] as const) : SHARED_REFUSALS
  const codes = [...shared, ...(body ? BODY_REFUSALS : []), ...refusals]
  const byStatus = Map.groupBy(codes, (code) => String(ERROR_STATUS[code]))
  return {
    operationId: nameOperation(method, path),
    summary,
    ...(scope === null
      ? { security: [] }
      : { description: `A key with the scope \`${scope}\`${scope === 'read' ? ' or `create`' : ''}.` }),
    parameters: [...inPath, ...inQuery, ...inHead],
    ...(body ? { requestBody: { required: true, content: wrapJson(describe(body, 'input')) } } : {}),
    responses: {
      200: {
        description: 'Success.',
        ...(scope === null ? {} : { headers: RATE_HEADERS }),
        content: wrapJson(describe(RESPONSES[route], 'output')),
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, group]) => [
          status,
          {
            description: 'Refused.',
            content: wrapJson({ allOf: [refused, { properties: { code: { enum: [...new Set(group)] } } }] }),
          },
        ]),
      ),
    },
  }
}

const RATE_HEADERS = {
  RateLimit: { description: 'What is left: `"library";r=119;t=60`.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The rate: `"library";q=120;w=60`.', schema: { type: 'string' } },
}

const wrapJson = (schema: Json) => ({ 'application/json': { schema } })

/** Returns the operation ID, such as `postJobsIdLabel` for `POST /api/jobs/:id/label`. */
function nameOperation(method: string, path: string): string {
  const words = path
    .replace(/^\/api/, '')
    .split(/\W+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}

/** Returns the JSON Schema. Adds the named schemas that it references to `named`. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', named: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...found
  } = z.toJSONSchema(schema, {
    io,
    metadata: NAMES,
    unrepresentable: 'any',
    // Clients must accept fields that a newer server adds.
    override: ({ zodSchema, jsonSchema }) => {
      // A transformed or refined schema loses these facts, so its metadata states them.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // A default replaces a missing field, but our responses have every field.
      if (io === 'output') delete jsonSchema.default
      delete jsonSchema.id
    },
  }) as Json & { $defs?: Json }
  Object.assign(named, pointToComponents($defs))
  return pointToComponents(found)
}

function pointToComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${COMPONENTS}`))
}
