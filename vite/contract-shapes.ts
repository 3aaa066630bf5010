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

/** Where the contract exports a schema. */
const EXPORTS = new Map<unknown, { module: string; name: string }>(
  Object.entries(MODULES).flatMap(([module, exports]) =>
    Object.entries(exports).map(([name, value]) => [value, { module, name }] as const),
  ),
)

/** No schema accepts a symbol: parsing it gives the fallback. */
const NO_INPUT = Symbol()

/** The browser has no form of a schema. */
class Unsupported extends Error {}

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
  const imports = new Set<string>()

  function emit(name: string, value: unknown) {
    if (typeof value === 'number' || typeof value === 'string') lines.set(name, JSON.stringify(value))
    if (value instanceof z.ZodType && !lines.has(name)) lines.set(name, `{ parse: ${compile(value, refer)} }`)
  }

  /** Names a schema that the contract exports, and emits it first. */
  function refer(schema: z.core.$ZodType): string {
    const exported = EXPORTS.get(schema)
    if (!exported) return compile(schema, refer)
    if (exported.module === module) emit(exported.name, schema)
    else imports.add(`import { ${exported.name} } from '@contract/${exported.module}'`)
    return `${exported.name}.parse`
  }

  for (const [name, value] of Object.entries(MODULES[module] ?? {})) {
    try {
      emit(name, value)
    } catch (cause) {
      if (!(cause instanceof Unsupported)) throw cause
    }
  }
  const exports = [...lines].map(([name, value]) => `export const ${name} = ${value}`)
  return ["import * as s from '@/lib/shape'", ...imports, ...exports, ''].join('\n')
}

/** @param refer writes an inner schema */
function compile(schema: z.core.$ZodType, refer: (inner: z.core.$ZodType) => string): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return addTests('check' in def ? refuse(def.type) : 's.text', def)
    case 'number':
      return addTests('check' in def ? 's.integer' : 's.number', def)
    case 'array':
      return addTests(call('list', refer(def.element)), def)
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
      return call(def.type, refer(def.innerType))
    case 'catch':
      return call('orElse', refer(def.innerType), toLiteral(z.core.parse(schema, NO_INPUT)))
    case 'object':
      return call(
        'object',
        `{ ${Object.entries(def.shape)
          .map(([field, one]) => `${field}: ${refer(one)}`)
          .join(', ')} }`,
      )
    default:
      return refuse(def.type)
  }
}

function addTests(base: string, { checks = [] }: z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck<never>[] }): string {
  const tests = checks.map((check) => compileTest((check as z.core.$ZodChecks)._zod.def))
  return tests.length === 0 ? base : call('when', base, `(v) => ${tests.join(' && ')}`)
}

function compileTest(check: z.core.$ZodChecks['_zod']['def']): string {
  switch (check.check) {
    case 'min_length':
      return `v.length >= ${check.minimum}`
    case 'greater_than':
      return `v ${check.inclusive ? '>=' : '>'} ${check.value}`
    case 'less_than':
      return `v ${check.inclusive ? '<=' : '<'} ${check.value}`
    case 'string_format':
      return check.pattern && check.format === 'regex' ? `${check.pattern}.test(v)` : refuse(check.check)
    default:
      return refuse(check.check)
  }
}

function refuse(form: string): never {
  throw new Unsupported(`The browser has no form of ${form}`)
}

function toLiteral(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value)
}

/** Marked as pure, so that what no page reads is dropped. */
function call(name: string, ...args: string[]): string {
  return `/* @__PURE__ */ s.${name}(${args.join(', ')})`
}
