import type { Check } from '../checks/check.ts'

interface Changes {
  after: string[]
  /** The fix of all problems, where that of a deployment doesn't help. */
  fix?: string
}

/** Returns the deployment's check of this name, to run on a server for a team. */
export function reuse(checks: readonly Check[], name: string, { after, fix }: Changes): Check {
  const check = checks.find((each) => each.name === name)
  if (!check) throw new Error(`no check ${name}`)
  return {
    ...check,
    after,
    async run(context) {
      const found = await check.run(context)
      return fix && Array.isArray(found) ? found.map((problem) => ({ ...problem, fix })) : found
    },
  }
}
