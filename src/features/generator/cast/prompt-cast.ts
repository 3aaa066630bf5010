// Keeps `form.cast` up to date, and reads the cast as soon as the prompt may name a member.
import { mayNameMember } from '@contract/cast-plan'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { type CastState, getCastStatus, getCastStore } from '@/state/cast/cast'
import { MESSAGES } from '@/state/jobs/job-text'
import { getSessionStore } from '@/state/session/session'
import { getForm } from '../inputs/form-store'
import type { PromptCast } from '../inputs/prompt-cast'
import { createNameFinder, getCastKind, planImages } from './plan'
import { CAST_TEXT } from './text'

export const getPromptCast = memoizeByKey(createPromptCast)

function createPromptCast(services: Services) {
  const form = getForm(services)
  const cast = getCastStore(services)
  const session = getSessionStore(services)
  let isOpen = false

  const isSignedIn = () => session.get().userId !== null
  const mayName = () => isSignedIn() && mayNameMember(form.fields.get().prompt)

  function loadIfNeeded() {
    const { members, error, isLoading } = cast.get()
    if (!members && !error && !isLoading && mayName()) void cast.load()
  }

  function publish() {
    form.cast.set(createSnapshot(cast.get()))
  }

  function createSnapshot(state: CastState): PromptCast {
    const status = getCastStatus(state)
    const findNamed = createNameFinder(state.members ?? [])
    return {
      findProblem(prompt) {
        if (!isSignedIn() || !mayNameMember(prompt) || status === 'ready' || status === 'missing') return null
        return { field: 'prompt', message: status === 'loading' ? MESSAGES.castLoading : CAST_TEXT.notStarted }
      },
      getKind(model, { mode, prompt }, given) {
        const named = findNamed(prompt)
        return named.length === 0 ? null : getCastKind(planImages(named, model, mode, given), given)
      },
      listIds: (prompt) => findNamed(prompt).map(({ id }) => id),
      load: cast.load,
    }
  }

  return {
    /** Follows the form and the cast from now on. */
    open() {
      if (isOpen) return
      isOpen = true
      publish()
      cast.subscribe(publish)
      // After a change of user, the cast has to be read again.
      for (const part of [form.fields, session]) part.subscribe(loadIfNeeded)
      loadIfNeeded()
      window.addEventListener('online', () => {
        if (getCastStatus(cast.get()) === 'failed' && mayName()) void cast.load()
      })
    },
  }
}
