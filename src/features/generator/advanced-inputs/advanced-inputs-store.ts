// Stores the form's advanced inputs. Each change puts a new snapshot into `form.advanced`.
import { fitRole } from '@contract/cast-plan'
import type { ReferenceRole } from '@contract/inputs'
import { trimText } from '@contract/visible-text'
import { showToast } from '@/components/toast/messages'
import { createVoiceIntake, type VoiceIntake } from '@/components/voice/voice-intake'
import type { Model } from '@/config/models'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { sleep } from '@/lib/sleep'
import { createStore, type Store } from '@/lib/store'
import { getCapabilitiesStore } from '@/state/capabilities'
import type { SucceededJob } from '@/state/jobs/job'
import { getJobStore } from '@/state/jobs/jobs'
import type { JobsState } from '@/state/jobs/jobs-state'
import { createImageIntake, type ImageIntake } from '../image/image-intake'
import { prepareInWorker } from '../image/prepare-in-worker'
import type { AdvancedRefill, AdvancedSnapshot, PointerPosition } from '../inputs/advanced-snapshot'
import { getChosenModels } from '../inputs/chosen-models'
import { getForm } from '../inputs/form-store'
import { hasSameItemsInOrder } from '../inputs/has-same-items-in-order'
import { isDirectMode } from '../use-is-direct-mode'
import {
  type AdvancedInputs,
  type FittedInputs,
  fitAdvancedInputs,
  listSent,
  NO_ADVANCED_INPUTS,
  type Source,
} from './advanced-inputs'
import { findInputProblem } from './find-input-problem'
import { createInputStorage, readStoredInputs } from './input-storage'
import { createReferences } from './references'
import { createSentInput } from './sent-input'
import { ADVANCED_TEXT, describeLeftOut, PROMPT_HINTS } from './text'
import { createUploads } from './uploads'

/** The time limit for reading the stored inputs, in milliseconds. */
const READ_TIMEOUT_MS = 3000

/** The ID of the drop target for the last frame. */
export const LAST_FRAME_ID = 'last-frame'

export interface AdvancedInputsStore {
  inputs: Store<AdvancedInputs>
  last: ImageIntake
  voice: VoiceIntake
  /** The message about files that were left out. */
  leftOut: Store<string | null>
  change(patch: Partial<Pick<AdvancedInputs, 'start' | 'source' | 'resolution'>>): void
  addReferences(files: readonly File[]): void
  removeReference(key: string): void
  setRole(key: string, role: ReferenceRole): void
  /** Moves a reference to a position, from 0. Returns its final position. */
  moveReference(key: string, to: number): number
  /** Restores the inputs of the last visit, once. */
  open(): void
}

export const getAdvancedInputsStore = memoizeByKey(createAdvancedInputsStore)

function createAdvancedInputsStore(services: Services): AdvancedInputsStore {
  const form = getForm(services)
  const jobs = getJobStore(services)
  const capabilities = getCapabilitiesStore(services)
  const uploads = createUploads(services.api)
  const storage = createInputStorage(form.kept.tab)
  const inputs = createStore(NO_ADVANCED_INPUTS)
  const leftOut = createStore<string | null>(null)
  /** The inputs that the last refill replaced. */
  let replaced = NO_ADVANCED_INPUTS
  let isOpen = false
  let isReady = false
  let published: readonly unknown[] = []

  const last = createImageIntake({
    prepare: prepareInWorker,
    keep: (image) => update({ last: image }),
    onEdit: form.edit,
  })
  const voice = createVoiceIntake({
    get: () => inputs.get().voice,
    set: (next) => void update({ voice: next }),
    onEdit: form.edit,
  })
  const references = createReferences({
    prepare: prepareInWorker,
    get: () => inputs.get().references,
    set: (list) => void update({ references: list }),
    onEdit: form.edit,
  })

  /** Changes the inputs. Resolves with true if a reload will restore them. */
  function update(patch: Partial<AdvancedInputs>): Promise<boolean> {
    put({ ...inputs.get(), ...patch })
    form.save()
    return storage.keep(inputs.get(), form.getOwner())
  }

  function put(next: AdvancedInputs) {
    inputs.set(next)
    publish()
  }

  function getModels(): readonly [Model, ...Model[]] {
    return getChosenModels(capabilities.get().models, form.fields.get().model, form.comparedModelIds.get())
  }

  /** Returns the inputs that the chosen model accepts. Null without credit holds: only a first image is sent then. */
  function getInputs() {
    return isDirectMode(services, jobs.get()) ? null : getModels()[0].inputs
  }

  function publish() {
    if (!isReady) return
    const taking = getInputs()
    const fitted = fitAdvancedInputs(inputs.get(), taking, form.fields.get().mode, form.image.get() !== null)
    const { extend, edit, references: taken } = taking ?? {}
    const uses = { canExtend: !!extend, canEdit: !!edit, canAdd: !!taken }
    const next = [...listSent(fitted), last.work.get().isBusy, ...Object.values(uses)]
    if (hasSameItemsInOrder(next, published)) return
    published = next
    form.advanced.set(createSnapshot(fitted, uses))
  }

  function createSnapshot(
    fitted: FittedInputs,
    { canExtend, canEdit, canAdd }: { canExtend: boolean; canEdit: boolean; canAdd: boolean },
  ): AdvancedSnapshot {
    const { kind, resolution } = fitted
    const hasFirstImage = kind === 'text' || kind === 'image' || kind === 'frames'
    return {
      kind,
      hasFirstImage,
      references: fitted.references.map(({ role }) => role),
      hasVoice: fitted.voice !== null,
      promptHint: PROMPT_HINTS[kind],
      image: hasFirstImage ? undefined : (fitted.references[0]?.image?.file ?? null),
      resolution,
      findProblem: (models, getCastKind) =>
        findInputProblem(fitted, models, {
          image: form.intake.work.get().isBusy ? 'preparing' : form.image.get() ? 'ready' : 'none',
          isLastBusy: last.work.get().isBusy,
          hasPrompt: trimText(form.fields.get().prompt) !== '',
          isKnown: (jobId) => isKnown(jobs.get(), jobId),
          getCastKind,
        }),
      createInput: (models, videos) =>
        createSentInput(fitted, {
          first: form.image.get(),
          uploads,
          uploadsFirst: models.every(({ inputs }) => inputs !== null) && (videos > 1 || kind === 'frames'),
        }),
      acceptFiles,
      extend: canExtend ? (job) => takeVideo(job, 'extend') : null,
      edit: canEdit ? (job) => takeVideo(job, 'edit') : null,
      addReference: canAdd ? (image) => startFromReferences([image]) : null,
      undo,
      clear,
    }
  }

  function takeVideo({ id }: SucceededJob, use: Source['use']) {
    form.change({ mode: 'image' })
    edit({ source: { jobId: id, use } })
  }

  function startFromReferences(files: readonly File[]) {
    form.change({ mode: 'image' })
    void update({ start: 'references', source: null })
    addReferences(files)
  }

  function addReferences(files: readonly File[]) {
    const taken = getInputs()?.references
    if (!taken) return
    const room = Math.max(0, taken.max - inputs.get().references.length)
    const surplus = files.slice(room).map(({ name }) => name)
    leftOut.set(surplus.length > 0 ? describeLeftOut(getModels()[0].name, taken.max, surplus) : null)
    const role = fitRole(inputs.get().references.at(-1)?.role ?? 'character', taken.roles)
    void references.add(files.slice(0, room).map((file) => ({ file, role })))
  }

  /** Accepts files as references, last frame, or both frames. Returns false if the form should handle the files. */
  function acceptFiles(files: readonly File[], point: PointerPosition | null): boolean {
    const { kind } = fitAdvancedInputs(inputs.get(), getInputs(), 'image', form.image.get() !== null)
    if (kind === 'references') {
      addReferences(files)
      return true
    }
    // The dropped image replaces the source video.
    if (kind === 'extend' || kind === 'edit') replaceSource()
    if (!getInputs()?.frames) return false
    const [first, second, third] = files
    if (third || !first) return false
    if (second) {
      void form.intake.take(first)
      void last.take(second)
      return true
    }
    const isOnLast = point && document.elementsFromPoint?.(point.clientX, point.clientY).some(isLastFrame)
    const isNext = form.image.get() !== null && inputs.get().last === null && !point
    if (!isOnLast && !isNext) return false
    void last.take(first)
    return true
  }

  function edit(patch: Partial<AdvancedInputs>) {
    form.edit()
    void update(patch)
  }

  /** Removes the source video. Undo restores it. */
  function replaceSource() {
    replaced = inputs.get()
    form.replaced.set({ fields: {}, image: form.image.get(), hasInputs: true, isUndone: false })
    edit({ source: null })
    showToast({ tone: 'info', text: ADVANCED_TEXT.sourceReplaced })
  }

  function restoreAdvancedInputs(next: AdvancedInputs) {
    references.stop()
    voice.stop()
    void last.restore(async () => next.last)
    if (!next.last) last.remove()
    leftOut.set(null)
    void update(next)
  }

  function undo() {
    const now = inputs.get()
    restoreAdvancedInputs(replaced)
    replaced = now
  }

  function clear() {
    references.stop()
    voice.stop()
    last.remove()
    leftOut.set(null)
    replaced = NO_ADVANCED_INPUTS
    uploads.forget()
    put(NO_ADVANCED_INPUTS)
    storage.remove()
  }

  /** Applies the inputs that `form.reuse` passed. */
  function applyRefill() {
    const given = form.refill.get()
    if (!given) return
    form.refill.set(null)
    replaced = inputs.get()
    refill(given)
  }

  function refill({ last: image, references: list = [], voice: sound, source, resolution }: AdvancedRefill) {
    const start = list.length > 0 ? 'references' : 'frame'
    // Store the first resolution as null, because another model may not offer its name.
    const isFirst = getInputs()?.resolutions[0]?.name === resolution
    restoreAdvancedInputs({
      ...NO_ADVANCED_INPUTS,
      start,
      source: source ?? null,
      resolution: isFirst ? null : (resolution ?? null),
    })
    if (image) void last.take(image)
    void references.add(list)
    if (sound) void voice.take(sound)
  }

  async function restore() {
    const { from } = form.kept
    const isGiven = form.refill.get() !== null
    const kept =
      from === null || isGiven ? NO_ADVANCED_INPUTS : await readInTime(readStoredInputs(from, form.getOwner()))
    isReady = true
    // Don't replace inputs that the user added meanwhile.
    if (kept !== NO_ADVANCED_INPUTS && inputs.get() === NO_ADVANCED_INPUTS && form.refill.get() === null)
      restoreAdvancedInputs(kept)
    applyRefill()
    publish()
    form.refill.subscribe(applyRefill)
    for (const part of [form.fields, form.image, form.intake.work, last.work, capabilities, jobs])
      part.subscribe(publish)
  }

  return {
    inputs,
    last,
    voice,
    leftOut,
    change: edit,
    addReferences,
    removeReference(key) {
      leftOut.set(null)
      references.remove(key)
    },
    setRole: references.setRole,
    moveReference: references.move,
    open() {
      if (isOpen) return
      isOpen = true
      void restore()
    },
  }
}

/** Limits the reading time, because Generate waits for the stored inputs and a database may never respond. */
function readInTime(reading: Promise<AdvancedInputs>): Promise<AdvancedInputs> {
  return Promise.race([reading, sleep(READ_TIMEOUT_MS).then(() => NO_ADVANCED_INPUTS)]).catch(() => NO_ADVANCED_INPUTS)
}

/** Returns false only if the video certainly doesn't exist: the whole list is loaded and doesn't contain it. */
function isKnown({ jobs, list, nextCursor }: JobsState, jobId: string): boolean {
  return list !== 'ready' || nextCursor !== null || jobs.some(({ id }) => id === jobId)
}

const isLastFrame = (element: Element) => element.id === LAST_FRAME_ID
