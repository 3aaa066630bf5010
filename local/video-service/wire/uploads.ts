// Signed uploads, as the vendor's storage offers them: file/sign hands out an address that one PUT may use for an hour.
// The signature carries everything, so that an upload survives a restart between the two calls.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { createId } from '../task-id.ts'
import { VendorError } from './errors.ts'
import { readPictureHeader } from './picture-header.ts'

export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024
const SIGNATURE_LIFETIME_MS = 60 * 60 * 1000
const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/jpg': 'jpg', 'image/webp': 'webp' } as const
const UPLOAD_NAME = /^[a-z0-9]{25}\.(png|jpg|webp)$/

export const signRequestSchema = z.object({
  action: z.literal('putObject', 'action must be putObject'),
  filename: z.string('filename must be a string').min(1, 'filename must not be empty').max(255, 'filename is too long'),
  type: z.enum(
    ['image/png', 'image/jpeg', 'image/jpg', 'image/webp'],
    'type must be image/png, image/jpeg or image/webp',
  ),
})

type UploadType = z.infer<typeof signRequestSchema>['type']

export interface UploadStoreOptions {
  folder: string
  baseUrl: string
  secret: string
  clock: () => number
}

export class UploadStore {
  readonly #options: UploadStoreOptions

  constructor(options: UploadStoreOptions) {
    this.#options = options
  }

  sign(type: UploadType): { signedUrl: string; fileUrl: string } {
    const name = `${createId()}.${EXTENSIONS[type]}`
    const expires = this.#options.clock() + SIGNATURE_LIFETIME_MS
    const fileUrl = `${this.#options.baseUrl}/uploads/${name}`
    return { fileUrl, signedUrl: `${fileUrl}?expires=${expires}&signature=${this.#signature(name, expires)}` }
  }

  async put(name: string, url: URL, bytes: Uint8Array): Promise<void> {
    const expires = Number(url.searchParams.get('expires'))
    const given = Buffer.from(url.searchParams.get('signature') ?? '')
    const expected = Buffer.from(this.#signature(name, expires))
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
    if (!UPLOAD_NAME.test(name) || !isSigned || !(expires > this.#options.clock())) {
      throw new VendorError(403, 'FORBIDDEN', 'The upload address is not valid or has expired')
    }
    if (!readPictureHeader(bytes)) throw VendorError.invalid(['The file is not a JPG, PNG or WebP picture'])
    const path = join(this.#options.folder, name)
    await writeFile(`${path}.part`, bytes)
    await rename(`${path}.part`, path)
  }

  /** The bytes behind a file URL of ours; null for any other address or one nothing was put to. */
  async read(fileUrl: string): Promise<Uint8Array | null> {
    const prefix = `${this.#options.baseUrl}/uploads/`
    return fileUrl.startsWith(prefix) ? await this.#load(fileUrl.slice(prefix.length)) : null
  }

  async serve(name: string): Promise<Response> {
    const bytes = await this.#load(name)
    if (!bytes) throw new VendorError(404, 'NOT_FOUND', 'Not found')
    const extension = name.split('.').at(-1)
    const type = extension === 'jpg' ? 'image/jpeg' : `image/${extension}`
    return new Response(bytes, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } })
  }

  async #load(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!UPLOAD_NAME.test(name)) return null
    try {
      return new Uint8Array(await readFile(join(this.#options.folder, name)))
    } catch {
      return null
    }
  }

  #signature(name: string, expires: number): string {
    return createHmac('sha256', this.#options.secret).update(`put ${name} ${expires}`).digest('base64url')
  }
}
