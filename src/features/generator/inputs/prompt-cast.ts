// Defines the interface between the form and the members of the cast that its prompt names. Their code (../cast/) loads with the
// first `@` in the prompt, and then fills `form.cast`.
import type { FormKind } from '@contract/inputs'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import type { JobInput } from '@/state/jobs/start-job'
import type { AdvancedSnapshot } from './advanced-snapshot'
import type { FormProblem } from './validate'

export interface PromptCast {
  /** Returns why the cast isn't known, if the prompt may name a member. */
  findProblem(prompt: string): FormProblem | null
  /** Returns the kind of a job that uses the members. Null if the prompt names none. */
  getKind(
    model: Model,
    fields: Pick<Fields, 'mode' | 'prompt'>,
    advanced: Pick<AdvancedSnapshot, 'kind' | 'references'> | null,
  ): FormKind | null
  /** Returns the IDs of the members that the prompt names. */
  listIds(prompt: string): string[]
  /** Reads the cast again. */
  load(): Promise<unknown>
}

/** Adds the named members to the input of jobs that start together. */
export function addCast(
  input: JobInput | null,
  cast: readonly string[],
  onCastChanged: () => Promise<void>,
): JobInput | null {
  if (cast.length === 0) return input
  return { ...input, read: async () => ({ ...(await input?.read()), cast: [...cast] }), onCastChanged }
}
