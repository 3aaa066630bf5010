import type { ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderGenerator } from '../page'

const rendered = vi.hoisted(() => new Map<string, number>())

/** The module with its component counted. */
const counted = vi.hoisted(() => async (name: string, load: () => Promise<Record<string, unknown>>) => {
  const original = await load()
  const Component = original[name] as ComponentType<object>
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module, before anything renders
  function Counted(props: object) {
    rendered.set(name, (rendered.get(name) ?? 0) + 1)
    return <Component {...props} />
  }
  return { ...original, [name]: Counted }
})

vi.mock('@/features/generator/form/generator-form', (load) => counted('GeneratorForm', load))
vi.mock('@/features/generator/form/models/model-picker', (load) => counted('ModelPicker', load))
vi.mock('@/features/generator/form/prompt-field', (load) => counted('PromptField', load))
vi.mock('@/features/generator/form/prompt-examples', (load) => counted('PromptExamples', load))
vi.mock('@/features/generator/form/length-field', (load) => counted('LengthField', load))
vi.mock('@/features/generator/form/audio-field', (load) => counted('AudioField', load))
vi.mock('@/features/generator/form/generate-bar', (load) => counted('GenerateBar', load))
vi.mock('@/features/generator/stage/stage', (load) => counted('Stage', load))

beforeEach(() => rendered.clear())

it('typing renders the field that is typed in, and nothing around it', async () => {
  const { user, prompt } = await renderGenerator()
  expect([...rendered.keys()].sort()).toEqual([
    'AudioField',
    'GenerateBar',
    'GeneratorForm',
    'LengthField',
    'ModelPicker',
    'PromptExamples',
    'PromptField',
    'Stage',
  ])
  rendered.clear()
  await user.type(prompt(), 'a fox in the rain')
  expect(prompt()).toHaveValue('a fox in the rain')
  // The field reads its value itself: not even what holds it renders again.
  expect(Object.fromEntries(rendered)).toEqual({})
})
