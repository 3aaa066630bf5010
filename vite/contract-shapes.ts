// Compiles the contract's schemas for the browser. A compiled schema has only `parse`, built from src/lib/shape.ts
// (docs/decisions/010-api-keys-and-mcp.md). We tried zod/mini instead of this file and declined it:
// - It adds 7.5 KB to each page that parses a response. Full zod adds 25 KB.
// - Each share handler grows by 42 KB, but hosts need small handlers.
// - MCP needs features of zod's classic schemas: 41 of 2,538 API tests failed.
// - The stored session, language, and visitor, which every page reads, would need it too.
// Schemas that only the API uses, such as those with a transform, aren't compiled. Importing one fails the build.
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import * as account from '../supabase/functions/_shared/contract/account.ts'
import * as admin from '../supabase/functions/_shared/contract/admin.ts'
import * as capabilities from '../supabase/functions/_shared/contract/capabilities.ts'
import * as cast from '../supabase/functions/_shared/contract/cast.ts'
import * as credits from '../supabase/functions/_shared/contract/credits.ts'
import * as errors from '../supabase/functions/_shared/contract/errors.ts'
import * as fields from '../supabase/functions/_shared/contract/fields.ts'
import * as jobs from '../supabase/functions/_shared/contract/jobs.ts'
import * as keys from '../supabase/functions/_shared/contract/keys.ts'
import * as messages from '../supabase/functions/_shared/contract/messages.ts'
import * as shares from '../supabase/functions/_shared/contract/shares.ts'

const FOLDER = join(import.meta.dirname, '../supabase/functions/_shared/contract')
const MODULES: Record<string, Record<string, unknown>> = {
  account,
  admin,
  capabilities,
  cast,
  credits,
  errors,
  fields,
  jobs,
  keys,
  messages,
  shares,
}

/** The module and the name of each exported schema. A schema with another description shares the definition. */
const EXPORTS = new Map<unknown, { module: string; name: string }>(
  Object.entries(MODULES).flatMap(([module, exports]) =>
    Object.entries(exports).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value._zod.def, { module, name }] as const] : [],
    ),
  ),
)

/** No schema accepts a symbol, so parsing it returns the schema's fallback. */
const NO_INPUT = Symbol()

/** The schema can't be compiled for the browser. */
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

/**
 * Returns the source code of a module of the contract for the browser.
 * @param module the name of a file of the contract
 */
export function compileModule(module: string): string {
  const lines = new Map<string, string>()
  const imports = new Set<string>()

  function emit(name: string, value: unknown) {
    if (typeof value === 'number' || typeof value === 'string') lines.set(name, JSON.stringify(value))
    if (value instanceof z.ZodType && !lines.has(name)) lines.set(name, `{ parse: ${compile(value, refer)} }`)
  }

  /** Returns the name of an exported schema, and writes that schema first. */
  function refer(schema: z.core.$ZodType): string {
    const exported = EXPORTS.get(schema._zod.def)
    if (!exported) return compile(schema, refer)
    if (exported.module === module) emit(exported.name, schema)
    else {
      // Throws for a schema that the browser's form of the other module doesn't have.
      compile(schema, requireForm)
      imports.add(`import { ${exported.name} } from '@contract/${exported.module}'`)
    }
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

/**
 * Returns the source code of a schema.
 * @param refer returns the source code of an inner schema
 */
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

/** Compiles a schema on its own. Throws Unsupported if it, or one inside it, has no form for the browser. */
function requireForm(schema: z.core.$ZodType): string {
  return compile(schema, requireForm)
}

/** Marked as pure, so that the bundler can remove unused schemas. */
function call(name: string, ...args: string[]): string {
  return `/* @__PURE__ */ s.${name}(${args.join(', ')})`
}
