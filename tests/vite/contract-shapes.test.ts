// Compares the browser's compiled contract with zod. Both must accept and refuse the same values.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as shape from '../../src/lib/shape.ts'
import * as admin from '../../supabase/functions/_shared/contract/admin.ts'
import * as capabilities from '../../supabase/functions/_shared/contract/capabilities.ts'
import * as credits from '../../supabase/functions/_shared/contract/credits.ts'
import * as errors from '../../supabase/functions/_shared/contract/errors.ts'
import * as jobs from '../../supabase/functions/_shared/contract/jobs.ts'
import * as keys from '../../supabase/functions/_shared/contract/keys.ts'
import * as messages from '../../supabase/functions/_shared/contract/messages.ts'
import * as shares from '../../supabase/functions/_shared/contract/shares.ts'
import { compileModule } from '../../vite/contract-shapes.ts'

const MODULES: Record<string, Record<string, unknown>> = {
  admin,
  capabilities,
  credits,
  errors,
  jobs,
  keys,
  messages,
  shares,
}

/** Runs the compiled code of a module, after the code that it imports. */
function load(module: string): Record<string, { parse?: (value: unknown) => unknown }> {
  const used = ['fields', 'errors', 'keys', module].filter((name, index, all) => all.indexOf(name) === index)
  const code = used
    .map(compileModule)
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replaceAll('export const', 'const')
  const names = [...compileModule(module).matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
  return new Function('s', `${code}\nreturn { ${names.join(', ')} }`)(shape)
}

it.each([...Object.keys(MODULES), 'account'])('imports only schemas that have a form for the browser: %s', (module) => {
  for (const [, name, from = ''] of compileModule(module).matchAll(/^import \{ (\w+) \} from '@contract\/(.+)'$/gm))
    expect(compileModule(from)).toMatch(new RegExp(`^export const ${name} =`, 'm'))
})

it('refers to an exported schema that has another description in a field', () => {
  const [job] = compileModule('jobs').match(/^export const serverJob = .*/m) ?? []
  expect(job).toMatch(/ id: filled\.parse, .* videoUrl: address\.parse,/)
})

const JUNK = [
  undefined,
  null,
  '',
  'x',
  '/a',
  'https://a.example/b',
  'javascript:x',
  0,
  -1,
  2.5,
  25,
  26,
  2 ** 60,
  true,
  [],
  {},
]
const junk = fc.constantFrom<unknown>(...JUNK)

/** Generates values that mostly fit the schema. */
function nearly(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: junk })
}

function fitting(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constantFrom<unknown>(...def.values)
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries))
    case 'nullable':
    case 'optional':
      return fc.oneof(fc.constantFrom(null, undefined), nearly(def.innerType))
    case 'catch':
      return nearly(def.innerType)
    case 'array':
      return fc.array(nearly(def.element), { maxLength: 3 })
    case 'object':
      return fc.record({
        ...Object.fromEntries(Object.entries(def.shape).map(([k, one]) => [k, nearly(one)])),
        more: junk,
      })
    default:
      return fc.constantFrom<unknown>(...JUNK.filter((value) => typeof value === def.type || def.type === 'unknown'))
  }
}

const compiled = Object.keys(MODULES).flatMap((module) =>
  Object.entries(load(module)).flatMap(([name, { parse }]) => (parse ? [{ module, name, parse }] : [])),
)

describe('Compiled schema', () => {
  it.each(compiled)('parses values like zod: $module $name', ({ module, name, parse }) => {
    const schema = MODULES[module]?.[name] as z.ZodType
    fc.assert(
      fc.property(nearly(schema), (value) => {
        const wanted = schema.safeParse(value)
        const read = shape.read((given) => ({ value: parse(given) }), value)
        expect(read && [read.value]).toEqual(wanted.success ? [wanted.data] : null)
      }),
      { numRuns: 300 },
    )
  })

  it('is compiled for every response, but for no body that only the API reads', () => {
    const names = compiled.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['jobPageResponse', 'capabilitiesResponse', 'readRefusal']))
    expect(names.filter((name) => /(Body|Query)$/.test(name))).toEqual([])
  })
})
