// Counts how often each component is rendered. A test file that uses it mocks the runtime of JSX:
// vi.mock('react/jsx-dev-runtime', async (load) => (await import('.../renders')).countRenders(load))
import type { ComponentType } from 'react'

type Jsx = (type: unknown, ...rest: unknown[]) => unknown
interface Memo {
  type: unknown
}

const counts = new Map<string, number>()
const counted = new WeakMap<object, unknown>()

/** Makes a runtime in which every function component counts its renders. */
export async function countRenders(load: () => Promise<unknown>) {
  const { jsxDEV, ...runtime } = (await load()) as { jsxDEV: Jsx } & Record<string, unknown>
  return { ...runtime, jsxDEV: (type: unknown, ...rest: unknown[]) => jsxDEV(countedType(type), ...rest) }
}

function countedType(type: unknown): unknown {
  if (typeof type !== 'function' && !isMemo(type)) return type
  const known = counted.get(type)
  if (known) return known
  const made = isMemo(type) ? { ...type, type: countedType(type.type) } : countedFunction(type as ComponentType)
  counted.set(type, made)
  return made
}

function countedFunction(Component: ComponentType) {
  // A class keeps its identity: React makes instances of it.
  if (Component.prototype?.isReactComponent) return Component
  const { name } = Component
  return (props: object, ref: unknown) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return (Component as (props: object, ref: unknown) => unknown)(props, ref)
  }
}

function isMemo(type: unknown): type is Memo {
  return typeof type === 'object' && type !== null && '$$typeof' in type && 'compare' in type
}

/** Returns the renders by component since the last call. */
export function takeRenders(): Record<string, number> {
  const taken = Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)))
  counts.clear()
  return taken
}
