import { removeFilesUntil } from '@/lib/browser/kept-files'
import { forgottenAt, onForget } from '@/lib/browser/personal-data'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import { createStore, type Store } from '@/lib/store'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import type { Picture } from '../image/image'
import { createImageIntake, type ImageIntake } from '../image/image-intake'
import { keepImage, readKeptImage, removeKeptImage } from '../image/kept-image'
import { type PrepareImage, prepareInWorker } from '../image/prepare-in-worker'
import { readDraft, removeDraft, writeDraft } from './draft'
import { isIdea } from './prompt-ideas'

/** What stood in the form before something was put in its place, and the way back to it. */
export interface Replaced {
  fields: Partial<Fields>
  /** Left out where the picture was not touched. */
  picture?: Picture | null
  /** It was brought back already: what is kept here now is what it replaced in its turn. */
  isUndone: boolean
}

/** A job to start from again. What it does not name stays as it is in the form; the seed alone does not. */
export interface Reuse {
  fields: Partial<Fields>
  /** Checked like any other; a fault is said at the picture field. Null removes the picture that is there. */
  picture?: File | null
  /** 0 to 999. Left out or null: each job draws its own. */
  seed?: number | null
}

export interface Form {
  fields: Store<Fields>
  picture: Store<Picture | null>
  intake: ImageIntake
  /** What an idea or a job put in its place; null when there is nothing to bring back. */
  replaced: Store<Replaced | null>
  change(patch: Partial<Fields>): void
  reuse(input: Reuse): void
  /** Takes an example prompt. What was typed can be brought back. */
  takeIdea(prompt: string): void
  /** Brings back what was replaced; what it replaces can be brought back in its turn. */
  undo(): void
  /** Brings back the picture of the last visit, and empties the form whenever this browser forgets its person. */
  open(): void
  /** What nobody or the same person filled in stays; somebody else's form is emptied. */
  belongTo(userId: string): void
}

/** The form of this app, made on first use: it outlives the page that shows it. */
export const formFor = oncePer((_: Services) => createForm())

/** The form as it was left: nothing typed is lost on a reload, a sign-in or an error. */
export function createForm(prepare: PrepareImage = prepareInWorker): Form {
  const draft = readDraft()
  const { tab, from } = draft
  let { owner } = draft
  let isOpen = false
  const fields = createStore<Fields>(draft.fields)
  const intake = createImageIntake({ prepare, keep })
  const replaced = createStore<Replaced | null>(null)

  function save() {
    writeDraft({ fields: fields.get(), owner, tab })
  }

  // In the order in which they are asked for, and only the last: a picture that is still being written when it is removed, or
  // its person leaves, must not be there after all.
  let asked = 0
  let writing: Promise<unknown> | null = null
  function keep(picture: Picture | null): Promise<boolean> {
    asked += 1
    const mine = asked
    const done = writing ? writing.then(() => (mine === asked ? write(picture) : false)) : write(picture)
    const ended = done
      .catch(() => undefined)
      .then(() => {
        if (writing === ended) writing = null
      })
    writing = ended
    return done
  }

  async function write(picture: Picture | null): Promise<boolean> {
    if (!picture) {
      await removeKeptImage(tab)
      return true
    }
    // By its draft a reload knows which picture is this tab's.
    save()
    return keepImage(tab, picture)
  }

  function change(patch: Partial<Fields>) {
    fields.set({ ...fields.get(), ...patch })
    save()
  }

  function clear() {
    owner = null
    fields.set(EMPTY_FIELDS)
    intake.remove()
    replaced.set(null)
    removeDraft()
  }

  return {
    fields,
    picture: intake.picture,
    intake,
    replaced,
    change,
    reuse({ fields: named, picture, seed = null }) {
      const patch = { ...named, seed }
      replaced.set({
        fields: valuesUnder(patch, fields.get()),
        ...(picture === undefined ? {} : { picture: intake.picture.get() }),
        isUndone: false,
      })
      change(patch)
      if (picture) void intake.take(picture)
      if (picture === null) intake.remove()
    },
    takeIdea(prompt) {
      const typed = fields.get().prompt
      // Looking through the examples must not put one of them in place of what was typed before.
      if (typed.trim() && !isIdea(typed)) replaced.set({ fields: { prompt: typed }, isUndone: false })
      change({ prompt })
    },
    undo() {
      const back = replaced.get()
      if (!back) return
      const current = { fields: valuesUnder(back.fields, fields.get()), isUndone: !back.isUndone }
      change(back.fields)
      const { picture } = back
      replaced.set(picture === undefined ? current : { ...current, picture: intake.picture.get() })
      if (picture) void intake.restore(async () => picture)
      if (picture === null) intake.remove()
    },
    open() {
      if (isOpen) return
      isOpen = true
      onForget(clear)
      // What a sign-out could not remove, because its page was left at once.
      void removeFilesUntil(forgottenAt())
      if (from && !intake.picture.get() && !intake.work.get().isBusy) void intake.restore(() => readKeptImage(from))
    },
    belongTo(userId) {
      if (owner === userId) return
      if (owner !== null) clear()
      owner = userId
      save()
    },
  }
}

/** The values that `patch` is about to replace. */
function valuesUnder(patch: Partial<Fields>, fields: Fields): Partial<Fields> {
  const names = Object.keys(patch) as (keyof Fields)[]
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
