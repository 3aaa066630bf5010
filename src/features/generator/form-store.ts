import { readEntry, writeEntry } from '@/lib/storage'
import { createStore, type Store } from '@/lib/store'
import { EMPTY_FIELDS, type Fields, fieldsSchema } from './fields'
import type { Picture } from './picture'
import { createPictureIntake, type PictureIntake } from './picture-intake'
import { type PreparePicture, prepareInWorker } from './prepare-in-worker'

const KEY = 'draft'

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
  intake: PictureIntake
  change(patch: Partial<Fields>): void
  reuse(input: Reuse): void
}

/** The form as it was left: nothing typed is lost on a reload, a sign-in or an error. */
export function createForm(prepare: PreparePicture = prepareInWorker): Form {
  const fields = createStore<Fields>(readEntry(KEY, fieldsSchema) ?? EMPTY_FIELDS)
  const intake = createPictureIntake(prepare)

  function change(patch: Partial<Fields>) {
    fields.set({ ...fields.get(), ...patch })
    writeEntry(KEY, fields.get())
  }

  return {
    fields,
    picture: intake.picture,
    intake,
    change,
    reuse({ fields: patch, picture, seed = null }) {
      change({ ...patch, seed })
      if (picture) void intake.take(picture)
      if (picture === null) intake.remove()
    },
  }
}
