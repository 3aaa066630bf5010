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

/** Opens the form after a reload. With `isNewTab`, opens it in a new tab. */
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

/** Dispatches the storage event of another tab's change. */
function hearFrom(key: string) {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

describe('Form after a reload', () => {
  it("restores the form's text, choices, and images after a reload", async () => {
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

  describe('Image stored slowly', () => {
    let release = () => {}

    beforeEach(() => {
      const gate = new Promise<void>((resolve) => {
        release = resolve
      })
      const read = Blob.prototype.arrayBuffer
      vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function slowly(this: Blob) {
        // Delays the file to store, not its source file.
        if (this instanceof File && this.type === 'image/jpeg' && this.name === 'slow.png') await gate
        return read.call(this)
      })
    })

    it("doesn't restore an image that was removed while it was being stored", async () => {
      const form = open()
      form.change({ prompt: 'a fox' })
      const taken = take(form, 'slow.png')
      await vi.waitFor(() => expect(form.image.get()).not.toBeNull())
      form.intake.remove()
      release()
      await taken
      expect(await shown(open())).toBeNull()
    })

    it('restores the image that was chosen last while another image was being stored', async () => {
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

  it('restores text typed after a sign-out, even if the clock was set back since then', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000)
    await clearPersonalData()
    vi.spyOn(Date, 'now').mockReturnValue(1_900_000_000_000)
    const form = open()
    form.change({ prompt: 'a fox' })
    await take(form, 'fox.png')
    expect(open().fields.get().prompt).toBe('a fox')
    expect(await shown(open())).toBe('fox.png: the bytes of fox.png')
  })

  it("doesn't replace a newly chosen image with the stored one", async () => {
    await take(open(), 'fox.png')
    const form = open()
    await take(form, 'hare.png')
    expect(await shown(form)).toBe('hare.png: the bytes of hare.png')
    expect(await shown(open())).toBe('hare.png: the bytes of hare.png')
  })

  it('ignores unreadable fields of a stored draft, and restores the other fields', () => {
    const fields = { ...EMPTY_FIELDS, prompt: 'a fox', model: 3, seed: 1000, length: '8' }
    localStorage.setItem('draft', JSON.stringify({ fields, owner: null, tab: 'a', savedAt: Date.now() }))
    expect(open().fields.get()).toEqual({ ...EMPTY_FIELDS, prompt: 'a fox' })
  })

  it.each(['"not a draft"', '{', '{"fields":7}'])('starts with an empty form if the stored draft is %s', (stored) => {
    localStorage.setItem('draft', stored)
    sessionStorage.setItem('draft', stored)
    expect(open().fields.get()).toEqual(EMPTY_FIELDS)
  })
})

describe('Form in two tabs', () => {
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

  it('fills the form of a new tab from the form that changed last, with its own image', async () => {
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

describe('Form without storage', () => {
  const broken = {
    missing: () => vi.stubGlobal('indexedDB', undefined),
    blocked: () =>
      vi.stubGlobal('indexedDB', {
        open() {
          throw new DOMException('blocked', 'SecurityError')
        },
      }),
    full: () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
  }

  it.each(Object.entries(broken))(
    'keeps the image in the form, and says that a reload loses it, because the database is %s',
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
    broken.blocked()
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

describe('Form owner', () => {
  async function filled() {
    const form = open()
    form.change({ prompt: 'a fox' })
    await take(form, 'fox.png')
    return form
  }

  it('keeps the form of the same person over a sign-in and the next sign-in', async () => {
    const form = await filled()
    form.belongTo('ada')
    expect(form.fields.get().prompt).toBe('a fox')
    const again = open()
    again.belongTo('ada')
    expect(again.fields.get().prompt).toBe('a fox')
    expect(await shown(again)).toBe('fox.png: the bytes of fox.png')
  })

  it('empties the form when somebody else signs in', async () => {
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

  it('empties the form and its stored data when the person signs out', async () => {
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

  it('empties the form when the person signs out in another tab', async () => {
    const form = await filled()
    hearFrom('another-entry')
    expect(form.fields.get().prompt).toBe('a fox')
    hearFrom('forgotten-at')
    expect(form.fields.get()).toEqual(EMPTY_FIELDS)
    expect(form.image.get()).toBeNull()
  })

  it("hides the form from a tab that slept through the sign-out, and from a database that couldn't be emptied", async () => {
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
    // The next visit empties the database after all.
    await vi.waitFor(async () => expect(await readFile(JSON.parse(draft).tab, 0)).toBeNull())
    vi.advanceTimersByTime(1)
    form.change({ prompt: 'a hare' })
    expect(await shown(open())).toBeNull()
  })
})
