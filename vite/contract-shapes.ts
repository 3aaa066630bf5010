// Compiles the contract's schemas for the browser to `parse` alone, made of src/lib/shape.ts (docs/decisions/035). zod/mini, which
// would replace this file, was tried and declined:
// - it adds 7.5 KB to each page that reads an answer, zod itself 25 KB
// - each share handler grows by 42 KB, and must stay small for its host
// - MCP reads what only zod's classic schemas have: 41 of 2,538 API tests failed
// - the stored session, language, and visitor, which every page reads, would need it too
// A schema that only the API reads, such as one with a transform, is left out: importing it fails the build.
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import * as account from '../supabase/functions/_shared/contract/account.ts'
import * as admin from '../supabase/functions/_shared/contract/admin.ts'
import * as capabilities from '../supabase/functions/_shared/contract/capabilities.ts'
import * as credits from '../supabase/functions/_shared/contract/credits.ts'
import * as errors from '../supabase/functions/_shared/contract/errors.ts'
import * as fields from '../supabase/functions/_shared/contract/fields.ts'
import * as jobs from '../supabase/functions/_shared/contract/jobs.ts'
import * as keys from '../supabase/functions/_shared/contract/keys.ts'
import * as outgoingWebhooks from '../supabase/functions/_shared/contract/outgoing-webhooks.ts'
import * as shares from '../supabase/functions/_shared/contract/shares.ts'

const FOLDER = join(import.meta.dirname, '../supabase/functions/_shared/contract')
const MODULES: Record<string, Record<string, unknown>> = {
  account,
  admin,
  capabilities,
  credits,
  errors,
  fields,
  jobs,
  keys,
  'outgoing-webhooks': outgoingWebhooks,
  shares,
}

interface Named {
  module: string
  name: string
}

const NAMES = new Map<unknown, Named>(
  Object.entries(MODULES).flatMap(([module, exports]) =>
    Object.entries(exports).map(([name, value]): [unknown, Named] => [value, { module, name }]),
  ),
)

export function provideContractShapes(): Plugin {
  return {
    name: 'soundreel:contract',
    load: {
      filter: { id: /\/contract\/[^/]+\.ts$/ },
      handler(id) {
        const module = basename(id, '.ts')
        return dirname(id) === FOLDER && MODULES[module] ? compileModule(module) : null
      },
    },
  }
}

/** @param module the name of a file of the contract */
export function compileModule(module: string): string {
  const lines = new Map<string, string>()
  const imported = new Map<string, Set<string>>()

  function emit(name: string, value: unknown) {
    if (lines.has(name)) return
    if (['number', 'string'].includes(typeof value)) lines.set(name, JSON.stringify(value))
    if (!(value instanceof z.ZodType)) return
    const shape = compile(value, addReference, true)
    if (shape) lines.set(name, `{ parse: ${shape} }`)
  }

  /** Names a schema that has a name, and emits it first. */
  function addReference(schema: unknown): string | null {
    const named = NAMES.get(schema)
    if (!named) return null
    if (named.module === module) emit(named.name, schema)
    else imported.set(named.module, (imported.get(named.module) ?? new Set()).add(named.name))
    return `${named.name}.parse`
  }

  for (const [name, value] of Object.entries(MODULES[module] ?? {})) emit(name, value)
  const imports = [...imported].map(([from, names]) => `import { ${[...names].join(', ')} } from '@contract/${from}'`)
  const exports = [...lines].map(([name, value]) => `export const ${name} = ${value}`)
  return ["import * as s from '@/lib/shape'", ...imports, ...exports, ''].join('\n')
}

type Refer = (schema: unknown) => string | null

/** Returns null for a schema that the browser has no form of. */
function compile(schema: z.core.$ZodType, refer: Refer, isTop = false): string | null {
  const name = isTop ? null : refer(schema)
  if (name) return name
  const { _zod } = schema as z.core.$ZodTypes
  const { def } = _zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'array':
      return compileChecked(def, refer)
    case 'boolean':
      return 's.yesOrNo'
    case 'unknown':
      return 's.anything'
    case 'literal':
      return call('oneOf', ...def.values.map(toLiteral))
    case 'enum':
      return call('oneOf', ...Object.values(def.entries).map(toLiteral))
    case 'nullable':
    case 'optional':
      return call(def.type, compile(def.innerType, refer))
    case 'catch': {
      const fallback: unknown = def.catchValue({
        value: undefined,
        issues: [],
        error: { issues: [] },
        input: undefined,
      })
      return call('orElse', compile(def.innerType, refer), toLiteral(fallback))
    }
    case 'object': {
      const shapes = Object.entries(def.shape).map(([field, one]) => [field, compile(one, refer)] as const)
      if (shapes.some(([, shape]) => shape === null)) return null
      return call('object', `{ ${shapes.map(([field, shape]) => `${field}: ${shape}`).join(', ')} }`)
    }
    default:
      return null
  }
}

function compileChecked(
  def: z.core.$ZodStringDef | z.core.$ZodNumberDef | z.core.$ZodArrayDef,
  refer: Refer,
): string | null {
  const isInteger = 'check' in def && def.check === 'number_format'
  // A format of its own, such as a UUID.
  if ('check' in def && !isInteger) return null
  const base =
    def.type === 'array'
      ? call('list', compile(def.element, refer))
      : def.type === 'string'
        ? 's.text'
        : isInteger
          ? 's.integer'
          : 's.number'
  const tests = (def.checks ?? []).map((check) => getTest((check as z.core.$ZodChecks)._zod.def))
  if (base === null || tests.includes(null)) return null
  if (base === 's.text' && tests.join() === 'v.length >= 1') return 's.filled'
  return tests.length === 0 ? base : call('when', base, `(v) => ${tests.join(' && ')}`)
}

function getTest(check: z.core.$ZodChecks['_zod']['def']): string | null {
  switch (check.check) {
    case 'min_length':
      return `v.length >= ${check.minimum}`
    case 'greater_than':
      return `v ${check.inclusive ? '>=' : '>'} ${check.value}`
    case 'less_than':
      return `v ${check.inclusive ? '<=' : '<'} ${check.value}`
    case 'string_format':
      return check.format === 'regex' && check.pattern ? `${check.pattern}.test(v)` : null
    default:
      return null
  }
}

function toLiteral(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value)
}

/** Marked as pure, so that what no page reads is dropped. */
function call(name: string, ...args: (string | null)[]): string | null {
  return args.includes(null) ? null : `/* @__PURE__ */ s.${name}(${args.join(', ')})`
}
