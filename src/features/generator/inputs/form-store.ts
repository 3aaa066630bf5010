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
import { isPromptIdea } from './prompt-ideas'

/** Field values that an example or 'use again' replaced. */
export interface ReplacedValues {
  fields: Partial<Fields>
  /** The former image. Absent if it was not touched. */
  image?: PreparedImage | null
  /** True if the further inputs were replaced too. */
  hasInputs: boolean
  /** True once restored. It then holds what the restore replaced. */
  isUndone: boolean
}

/** Values to put into the form. Absent fields stay as they are, except the seed. */
export interface Reuse {
  fields: Partial<Fields>
  /** An image to take, or null to remove the form's. A fault is shown at the image field. */
  image?: File | null
  /** The further inputs. Absent: they stay as they are. */
  inputs?: AdvancedRefill
  /** 0 to 999. Absent or null: each job draws its own. */
  seed?: number | null
}

export interface Form {
  fields: Store<Fields>
  image: Store<PreparedImage | null>
  intake: ImageIntake
  /** The further inputs. Null until their code has loaded. */
  advanced: Store<AdvancedSnapshot | null>
  /** The further inputs that `reuse` was given, until their code has taken them. */
  refill: Store<AdvancedRefill | null>
  /** Names this tab, and the tab that keeps the last visit's files. */
  kept: { readonly tab: string; from: string | null }
  /** Stores the draft, so that a reload finds the files of this tab. */
  save(): void
  /** Returns the id of the user who filled in the form. Null while nobody was signed in. */
  getOwner(): string | null
  replaced: Store<ReplacedValues | null>
  /** Ids of the models to compare the chosen one with. */
  comparedModelIds: Store<readonly string[]>
  /** The takes that were chosen, 1 to 4. getTakes() says how many of them one click starts. */
  takes: Store<number>
  change(patch: Partial<Fields>): void
  reuse(input: Reuse): void
  takeIdea(prompt: string): void
  /** Restores the replaced values. A second call is a redo. */
  undo(): void
  /** Restores the last visit's image and follows who is signed in. One user's input is cleared for the next. */
  open(): void
  /** Clears the form if another user filled it in. */
  belongTo(userId: string): void
}

/** Returns the form. It outlives the page that shows it. */
export const getForm = memoizeByKey((services: Services) => createForm(prepareInWorker, getSessionStore(services)))

export function createForm(prepare: PrepareImage = prepareInWorker, session?: Pick<SessionStore, 'onUser'>): Form {
  const draft = readDraft()
  const { tab, from } = draft
  const kept = { tab, from }
  let { owner } = draft
  let isOpen = false
  const fields = createStore<Fields>(draft.fields)
  const intake = createImageIntake({ prepare, keep })
  const advanced = createStore<AdvancedSnapshot | null>(null)
  const refill = createStore<AdvancedRefill | null>(null)
  const replaced = createStore<ReplacedValues | null>(null)
  const comparedModelIds = createStore<readonly string[]>([])
  const takes = createStore(1)

  function save() {
    writeDraft({ fields: fields.get(), owner, tab })
  }

  // In order, and only the last one: an image removed while it is being written must not be there afterward.
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
    // A reload finds this tab's image by its draft.
    save()
    return storeImage(tab, image)
  }

  function change(patch: Partial<Fields>) {
    fields.set({ ...fields.get(), ...patch })
    save()
  }

  function clear() {
    owner = null
    fields.set(EMPTY_FIELDS)
    intake.remove()
    advanced.get()?.clear()
    // Their code may not be loaded.
    void removeFile(getAdvancedInputsKey(tab))
    kept.from = null
    refill.set(null)
    replaced.set(null)
    comparedModelIds.set([])
    takes.set(1)
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
    kept,
    save,
    getOwner: () => owner,
    replaced,
    comparedModelIds,
    takes,
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
      // Browsing the examples must not replace what was typed before.
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
      // A sign-out may have left the page before it removed them.
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
