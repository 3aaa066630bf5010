import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { createForm, type Form } from '@/features/generator/inputs/form-store'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { readFile } from '@/lib/browser/stored-files'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { installDatabase } from '../../../../support/app/image-platform'

const prepare: PrepareImage = async (file) => ({
  blob: new Blob([await file.arrayBuffer()], { type: 'image/jpeg' }),
  width: 640,
  height: 360,
  wasTransparent: false,
})

beforeEach(installDatabase)

/** Opens the form after a reload; with `isNewTab`, in a tab that was just opened. */
function open({ isNewTab = false } = {}): Form {
  if (isNewTab) sessionStorage.clear()
  const form = createForm(prepare)
  form.open()
  return form
}

async function take(form: Form, name: string) {
  await form.intake.take(new File([`the bytes of ${name}`], name))
}

async function shown(form: Form) {
  await vi.waitFor(() => expect(form.intake.work.get().isBusy).toBe(false))
  const file = form.image.get()?.file
  return file ? `${file.name}: ${await file.text()}` : null
}

/** Sends the event that another tab's writing causes in this one. */
function hearFrom(key: string) {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

describe('a reload', () => {
  it('brings back what was typed, chosen and put in', async () => {
    const form = open()
    form.change({ prompt: 'a fox', model: 'veo-2', length: 5, generateAudio: false, mode: 'image' })
    await take(form, 'fox.png')

    const again = open()
    expect(again.fields.get()).toEqual(form.fields.get())
    expect(await shown(again)).toBe('fox.png: the bytes of fox.png')
    expect(again.image.get()).toMatchObject({ width: 640, height: 360, wasTransparent: false })
    expect(again.image.get()?.file.type).toBe('image/jpeg')
    expect(again.intake.work.get()).toEqual({ isBusy: false, fault: null, isUnsaved: false })
  })

  describe('when an image is slow to be written', () => {
    let release = () => {}

    beforeEach(() => {
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const read = Blob.prototype.arrayBuffer
      vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function slowly(this: Blob) {
        // The one that is kept, and not the file it was made from.
        if (this instanceof File && this.type === 'image/jpeg' && this.name === 'slow.png') await gate
        return read.call(this)
      })
    })

    it('does not bring it back when it was removed meanwhile', async () => {
      const form = open()
      form.change({ prompt: 'a fox' })
      const taken = take(form, 'slow.png')
      await vi.waitFor(() => expect(form.image.get()).not.toBeNull())
      form.intake.remove()
      release()
      await taken
      expect(await shown(open())).toBeNull()
    })

    it('brings back the one that was chosen last', async () => {
      const form = open()
      const taken = take(form, 'slow.png')
      await vi.waitFor(() => expect(form.image.get()).not.toBeNull())
      const later = take(form, 'later.png')
      await vi.waitFor(() => expect(form.image.get()?.file.name).toBe('later.png'))
      release()
      await Promise.all([taken, later])
      expect(await shown(open())).toBe('later.png: the bytes of later.png')
    })
  })

  it('brings back what was typed after a sign-out, also where the clock was set back since', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000)
    await clearPersonalData()
    vi.spyOn(Date, 'now').mockReturnValue(1_900_000_000_000)
    const form = open()
    form.change({ prompt: 'a fox' })
    await take(form, 'fox.png')
    expect(open().fields.get().prompt).toBe('a fox')
    expect(await shown(open())).toBe('fox.png: the bytes of fox.png')
  })

  it('does not put the old image over one that is chosen meanwhile', async () => {
    await take(open(), 'fox.png')
    const form = open()
    await take(form, 'hare.png')
    expect(await shown(form)).toBe('hare.png: the bytes of hare.png')
    expect(await shown(open())).toBe('hare.png: the bytes of hare.png')
  })

  it('leaves what cannot be read of a draft, and keeps the rest', () => {
    const fields = { ...EMPTY_FIELDS, prompt: 'a fox', model: 3, seed: 1000, length: '8' }
    localStorage.setItem('draft', JSON.stringify({ fields, owner: null, tab: 'a', savedAt: Date.now() }))
    expect(open().fields.get()).toEqual({ ...EMPTY_FIELDS, prompt: 'a fox' })
  })

  it.each(['"not a draft"', '{', '{"fields":7}'])('starts afresh when what is stored is %s', (stored) => {
    localStorage.setItem('draft', stored)
    sessionStorage.setItem('draft', stored)
    expect(open().fields.get()).toEqual(EMPTY_FIELDS)
  })
})

describe('two tabs', () => {
  it("restores each tab's own form", async () => {
    const first = open()
    first.change({ prompt: 'a fox' })
    await take(first, 'fox.png')
    const ofFirst = sessionStorage.getItem('draft') ?? ''
    const second = open({ isNewTab: true })
    second.change({ prompt: 'a hare' })
    await shown(second)
    await take(second, 'hare.png')

    const secondAgain = open()
    expect(secondAgain.fields.get().prompt).toBe('a hare')
    expect(await shown(secondAgain)).toBe('hare.png: the bytes of hare.png')
    sessionStorage.setItem('draft', ofFirst)
    const firstAgain = open()
    expect(firstAgain.fields.get().prompt).toBe('a fox')
    expect(await shown(firstAgain)).toBe('fox.png: the bytes of fox.png')
  })

  it('starts a new tab from the form that changed last, with its own image', async () => {
    const first = open()
    first.change({ prompt: 'a fox' })
    await take(first, 'fox.png')
    const second = open({ isNewTab: true })
    expect(second.fields.get().prompt).toBe('a fox')
    expect(await shown(second)).toBe('fox.png: the bytes of fox.png')
    await vi.waitFor(() => expect(sessionStorage.getItem('draft')).not.toBeNull())

    first.intake.remove()
    expect(await shown(open())).toBe('fox.png: the bytes of fox.png')
  })
})

describe('where nothing can be kept', () => {
  const broken = {
    'there is no database': () => vi.stubGlobal('indexedDB', undefined),
    'it is blocked': () =>
      vi.stubGlobal('indexedDB', {
        open() {
          throw new DOMException('blocked', 'SecurityError')
        },
      }),
    'it is full': () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
  }

  it.each(Object.entries(broken))(
    'keeps the image in the form, and says that a reload loses it, because %s',
    async (_, break_) => {
      break_()
      const form = open()
      await take(form, 'fox.png')
      expect(await shown(form)).toBe('fox.png: the bytes of fox.png')
      await vi.waitFor(() => expect(form.intake.work.get().isUnsaved).toBe(true))
      form.intake.remove()
      expect(form.intake.work.get().isUnsaved).toBe(false)
      vi.restoreAllMocks()
      expect(await shown(open())).toBeNull()
    },
  )

  it('keeps the form in memory when local storage is blocked too', async () => {
    broken['it is blocked']()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const form = open()
    form.change({ prompt: 'a fox' })
    await take(form, 'fox.png')
    expect(form.fields.get().prompt).toBe('a fox')
    expect(await shown(form)).toBe('fox.png: the bytes of fox.png')
  })
})

describe('whose form it is', () => {
  async function filled() {
    const form = open()
    form.change({ prompt: 'a fox' })
    await take(form, 'fox.png')
    return form
  }

  it('stays with the person over a sign-in, and over the next one of the same person', async () => {
    const form = await filled()
    form.belongTo('ada')
    expect(form.fields.get().prompt).toBe('a fox')
    const again = open()
    again.belongTo('ada')
    expect(again.fields.get().prompt).toBe('a fox')
    expect(await shown(again)).toBe('fox.png: the bytes of fox.png')
  })

  it('is emptied when somebody else signs in', async () => {
    const form = await filled()
    form.belongTo('ada')
    const again = open()
    await shown(again)
    const { tab } = JSON.parse(sessionStorage.getItem('draft') ?? '')
    again.belongTo('grace')
    expect(again.fields.get()).toEqual(EMPTY_FIELDS)
    expect(again.image.get()).toBeNull()
    await vi.waitFor(async () => expect(await readFile(tab, 0)).toBeNull())
    const after = open()
    expect(after.fields.get()).toEqual(EMPTY_FIELDS)
    expect(await shown(after)).toBeNull()
  })

  it('is emptied when the person signs out, on the disk as well', async () => {
    const form = await filled()
    const { tab } = JSON.parse(localStorage.getItem('draft') ?? '')
    void clearPersonalData()
    expect(form.fields.get()).toEqual(EMPTY_FIELDS)
    expect(form.image.get()).toBeNull()
    await vi.waitFor(async () => expect(await readFile(tab, 0)).toBeNull())
    const after = open()
    expect(after.fields.get()).toEqual(EMPTY_FIELDS)
    expect(await shown(after)).toBeNull()
  })

  it('is emptied when the person signs out in another tab', async () => {
    const form = await filled()
    hearFrom('another-entry')
    expect(form.fields.get().prompt).toBe('a fox')
    hearFrom('forgotten-at')
    expect(form.fields.get()).toEqual(EMPTY_FIELDS)
    expect(form.image.get()).toBeNull()
  })

  it('is not shown by a tab that slept through the sign-out, nor out of a database that could not be emptied', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const form = await filled()
    const draft = sessionStorage.getItem('draft') ?? ''
    const { indexedDB: database } = globalThis
    const emptied = vi.fn(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    vi.stubGlobal('indexedDB', { open: emptied })
    void clearPersonalData()
    await vi.waitFor(() => expect(emptied).toHaveBeenCalled())
    vi.stubGlobal('indexedDB', database)
    sessionStorage.setItem('draft', draft)
    expect(await readFile(JSON.parse(draft).tab, 0)).not.toBeNull()
    const after = open()
    expect(after.fields.get()).toEqual(EMPTY_FIELDS)
    expect(await shown(after)).toBeNull()
    // The next visit makes up for it.
    await vi.waitFor(async () => expect(await readFile(JSON.parse(draft).tab, 0)).toBeNull())
    vi.advanceTimersByTime(1)
    form.change({ prompt: 'a hare' })
    expect(await shown(open())).toBeNull()
  })
})
