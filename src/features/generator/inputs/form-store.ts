import { getClearedTime, onClear } from '@/lib/browser/personal-data'
import { removeFile, removeFilesUntil } from '@/lib/browser/stored-files'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore, type Store } from '@/lib/store'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import { getSessionStore, type SessionStore } from '@/state/session/session'
import type { PreparedImage } from '../image/image'
import { createImageIntake, type ImageIntake } from '../image/image-intake'
import { type PrepareImage, prepareInWorker } from '../image/prepare-in-worker'
import { getAdvancedInputsKey, readStoredImage, removeStoredImage, storeImage } from '../image/stored-image'
import type { AdvancedRefill, AdvancedSnapshot } from './advanced-snapshot'
import { readDraft, removeDraft, writeDraft } from './draft'
import type { PromptCast } from './prompt-cast'
import { isPromptIdea } from './prompt-ideas'

/** Field values that an example or a reused job replaced. */
export interface ReplacedValues {
  fields: Partial<Fields>
  /** The previous image. Missing if the image wasn't changed. */
  image?: PreparedImage | null
  /** Whether the advanced inputs were also replaced. */
  hasInputs: boolean
  /** Whether the values were restored. The object then holds the values that the restore replaced. */
  isUndone: boolean
}

/** Values to put into the form. Fields that are missing here stay unchanged, except the seed. */
export interface Reuse {
  fields: Partial<Fields>
  /** The new image, or null to remove the form's image. An error appears at the image field. */
  image?: File | null
  /** The advanced inputs. If missing, the form's inputs stay unchanged. */
  inputs?: AdvancedRefill
  /** A seed from 0 to 999. Missing or null: each job gets a random seed. */
  seed?: number | null
}

export interface Form {
  fields: Store<Fields>
  image: Store<PreparedImage | null>
  intake: ImageIntake
  /** The advanced inputs. Null until their code has loaded. */
  advanced: Store<AdvancedSnapshot | null>
  /** The advanced inputs from `reuse`, until their code applies them. */
  refill: Store<AdvancedRefill | null>
  /** The members of the cast that the prompt names. Null until their code has loaded. */
  cast: Store<PromptCast | null>
  /** The name of this tab, and the tab that stored the last visit's files. */
  kept: { readonly tab: string; from: string | null }
  /** Stores the draft, so that a reload finds this tab's files. */
  save(): void
  /** Returns the ID of the user who filled in the form. Null if the user was signed out. */
  getOwner(): string | null
  replaced: Store<ReplacedValues | null>
  /** The IDs of the models to compare with the chosen one. */
  comparedModelIds: Store<readonly string[]>
  /** The chosen number of takes, 1 to 4. getTakes() returns how many one click starts. */
  takes: Store<number>
  /** Counts the user's changes of the form. Restoring and clearing the form aren't changes of the user. */
  edits: Pick<Store<number>, 'get' | 'subscribe'>
  /** Counts a change. The form itself counts changes of its own fields. */
  edit(): void
  change(patch: Partial<Fields>): void
  reuse(input: Reuse): void
  takeIdea(prompt: string): void
  /** Restores the replaced values. A second call restores the newer values again. */
  undo(): void
  /**
   * Restores the last visit's image, and listens for changes of the user. One user's input is cleared for the next
   * user.
   */
  open(): void
  /** Clears the form if another user filled it in. */
  belongTo(userId: string): void
}

/** Returns the form store, which survives navigation. */
export const getForm = memoizeByKey((services: Services) => createForm(prepareInWorker, getSessionStore(services)))

export function createForm(prepare: PrepareImage = prepareInWorker, session?: Pick<SessionStore, 'onUser'>): Form {
  const draft = readDraft()
  const { tab, from } = draft
  const kept = { tab, from }
  let { owner } = draft
  let isOpen = false
  let isClearing = false
  const edits = createStore(0)
  const fields = createStore<Fields>(draft.fields)
  const intake = createImageIntake({ prepare, keep, onEdit: edit })
  const advanced = createStore<AdvancedSnapshot | null>(null)
  const refill = createStore<AdvancedRefill | null>(null)
  const cast = createStore<PromptCast | null>(null)
  const replaced = createStore<ReplacedValues | null>(null)
  const comparedModelIds = createStore<readonly string[]>([])
  const takes = createStore(1)
  for (const choice of [comparedModelIds, takes]) choice.subscribe(edit)

  function edit() {
    if (!isClearing) edits.set(edits.get() + 1)
  }

  function save() {
    writeDraft({ fields: fields.get(), owner, tab })
  }

  // Writes in order, and skips outdated writes. Otherwise, an image removed during its write could still be stored.
  let asked = 0
  let writing: Promise<unknown> | null = null
  function keep(image: PreparedImage | null): Promise<boolean> {
    asked += 1
    const mine = asked
    const done = writing ? writing.then(() => (mine === asked ? write(image) : false)) : write(image)
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (writing === ended) writing = null
      })
    writing = ended
    return done
  }

  async function write(image: PreparedImage | null): Promise<boolean> {
    if (!image) {
      await removeStoredImage(tab)
      return true
    }
    // The draft names this tab, so that a reload finds the image.
    save()
    return storeImage(tab, image)
  }

  function change(patch: Partial<Fields>) {
    const before = fields.get()
    fields.set({ ...before, ...patch })
    save()
    if (Object.entries(patch).some(([name, value]) => before[name as keyof Fields] !== value)) edit()
  }

  function clear() {
    isClearing = true
    owner = null
    fields.set(EMPTY_FIELDS)
    intake.remove()
    advanced.get()?.clear()
    // The code of the advanced inputs may not be loaded.
    void removeFile(getAdvancedInputsKey(tab))
    kept.from = null
    refill.set(null)
    replaced.set(null)
    comparedModelIds.set([])
    takes.set(1)
    isClearing = false
    removeDraft()
  }

  function belongTo(userId: string) {
    if (owner === userId) return
    if (owner !== null) clear()
    owner = userId
    save()
  }

  return {
    fields,
    image: intake.image,
    intake,
    advanced,
    refill,
    cast,
    kept,
    save,
    getOwner: () => owner,
    replaced,
    comparedModelIds,
    takes,
    edits,
    edit,
    change,
    reuse({ fields: named, image, inputs, seed = null }) {
      const patch = { ...named, seed }
      replaced.set({
        fields: pickValues(patch, fields.get()),
        ...(image === undefined ? {} : { image: intake.image.get() }),
        hasInputs: inputs !== undefined,
        isUndone: false,
      })
      change(patch)
      if (image) void intake.take(image)
      if (image === null) intake.remove()
      if (inputs) refill.set(inputs)
    },
    takeIdea(prompt) {
      const typed = fields.get().prompt
      // When the user tries several examples, Undo still restores the user's own text.
      if (typed.trim() && !isPromptIdea(typed))
        replaced.set({ fields: { prompt: typed }, hasInputs: false, isUndone: false })
      change({ prompt })
    },
    undo() {
      const back = replaced.get()
      if (!back) return
      const current = { ...back, fields: pickValues(back.fields, fields.get()), isUndone: !back.isUndone }
      change(back.fields)
      const { image } = back
      replaced.set(image === undefined ? current : { ...current, image: intake.image.get() })
      if (image) void intake.restore(async () => image)
      if (image === null) intake.remove()
      if (back.hasInputs) advanced.get()?.undo()
    },
    open() {
      if (isOpen) return
      isOpen = true
      onClear(clear)
      // A sign-out may have closed the page before it removed the files.
      void removeFilesUntil(getClearedTime())
      if (from && !intake.image.get() && !intake.work.get().isBusy) void intake.restore(() => readStoredImage(from))
      session?.onUser((userId) => userId && belongTo(userId))
    },
    belongTo,
  }
}

function pickValues(patch: Partial<Fields>, fields: Fields): Partial<Fields> {
  const names = Object.keys(patch) as (keyof Fields)[]
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
