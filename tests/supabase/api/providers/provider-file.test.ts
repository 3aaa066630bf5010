import { describe, expect, it } from 'vitest'
import { isFileOrigin, readFileOrigin } from '../../../../supabase/functions/api/file-origins.ts'
import {
  createProviderFiles,
  FileTooLargeError,
  ForeignHostError,
  MissingFileError,
  UnusableFileError,
} from '../../../../supabase/functions/api/services/delivery/provider-file.ts'

const ORIGINS = ['https://files.test', 'https://files2.test']
const FIRST = 'https://files.test/one.mp4'

const KEY = { authorization: 'Bearer key' }

/** Serves these responses by URL, and records the requests and their keys. The key is only for the first origin. */
function serve(answers: Record<string, () => Response>) {
  const asked: string[] = []
  const keys: (string | null)[] = []
  const openFile = createProviderFiles(
    (address) => isFileOrigin(ORIGINS, address),
    async (input, init) => {
      const request = new Request(input, init)
      asked.push(request.url)
      keys.push(request.headers.get('authorization'))
      expect(request.redirect).toBe('manual')
      return answers[request.url]?.() ?? new Response(null, { status: 404 })
    },
    ({ origin }) => (origin === ORIGINS[0] ? KEY : {}),
  )
  return { asked, keys, open: (url = FIRST) => openFile(url, AbortSignal.timeout(10_000)) }
}
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } })
const answer = (status: number) => serve({ [FIRST]: () => new Response('x', { status }) }).open()

describe('redirect of a file', () => {
  it.each([FIRST.replace('one', 'two'), 'https://files2.test/one.mp4', '/three.mp4'])(
    "follows a file's redirect to %s, which is allowed",
    async (to) => {
      const target = new URL(to, FIRST).href
      const { asked, open } = serve({ [FIRST]: redirect(to), [target]: () => new Response('a video') })
      expect(await new Response((await open()).body).text()).toBe('a video')
      expect(asked).toEqual([FIRST, target])
    },
  )

  it("follows a file's redirect to a path with letters that are not escaped, as browsers do", async () => {
    // Headers arrive as one character per byte.
    const raw = Buffer.from('/vidéo 影.mp4').toString('latin1')
    const target = new URL('/vidéo 影.mp4', FIRST).href
    const { open } = serve({ [FIRST]: redirect(raw), [target]: () => new Response('a video') })
    expect(await new Response((await open()).body).text()).toBe('a video')
    const latin = serve({
      [FIRST]: redirect('/vid\xe9o.mp4'),
      'https://files.test/vid%C3%A9o.mp4': () => new Response('b'),
    })
    expect(await new Response((await latin.open()).body).text()).toBe('b')
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:5432/',
    'http://files.test/one.mp4',
    'https://files.test.evil/one.mp4',
    'https://files.test:8443/one.mp4',
    'https://files.test@evil.test/one.mp4',
    '//evil.test/one.mp4',
    'http://[::1]/',
  ])("refuses a file's redirect to %s, and names the host", async (to) => {
    const { asked, open } = serve({ [FIRST]: redirect(to) })
    const refusal = await open().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ForeignHostError)
    expect((refusal as Error).message).toBe(new URL(to, FIRST).origin)
    expect(asked).toEqual([FIRST])
  })

  it.each(['file:///etc/passwd', 'nonsense://', 'javascript:alert(1)', 'data:video/mp4;base64,AAAA'])(
    "refuses a file's redirect to %s, which is not a file URL",
    async (to) => {
      const { asked, open } = serve({ [FIRST]: redirect(to) })
      await expect(open()).rejects.toThrow(UnusableFileError)
      await expect(open(to)).rejects.toThrow(UnusableFileError)
      expect(asked).toEqual([FIRST])
    },
  )

  it('sends the key to no other host that a redirect leads to, and again to its own', async () => {
    const [second, third] = ['https://files2.test/two.mp4', 'https://files.test/three.mp4']
    const { keys, open } = serve({
      [FIRST]: redirect(second),
      [second]: redirect(third),
      [third]: () => new Response('a video'),
    })
    await open()
    expect(keys).toEqual([KEY.authorization, null, KEY.authorization])
  })

  it('stops after a few redirects in a circle', async () => {
    const { asked, open } = serve({ [FIRST]: redirect(FIRST) })
    await expect(open()).rejects.toThrow(MissingFileError)
    expect(asked).toHaveLength(4)
  })
})

describe('response of a file host', () => {
  it.each([400, 401, 403, 404, 410])("treats a file host's %i as a missing file", async (status) => {
    await expect(answer(status)).rejects.toThrow(MissingFileError)
  })

  it.each([408, 425, 429, 500, 502, 503, 504])("treats a file host's %i as no news of the file", async (status) => {
    const refusal = await answer(status).catch((error: Error) => error)
    expect(refusal).toMatchObject({ name: 'Error', message: `the file host returned HTTP ${status}` })
    expect(refusal).not.toBeInstanceOf(MissingFileError)
  })

  it('refuses a file of more than 200 MB before it reads a byte', async () => {
    const large = { headers: { 'content-length': String(200 * 1024 * 1024 + 1) } }
    await expect(serve({ [FIRST]: () => new Response('x', large) }).open()).rejects.toThrow(FileTooLargeError)
  })

  it.each([
    [{ 'content-length': '17' }, 17],
    [{ 'content-length': '17', 'content-encoding': 'gzip' }, null],
    [{ 'content-length': 'many' }, null],
    [{}, null],
  ])("reads a file's length from the headers %j as %j", async (headers, length) => {
    expect((await serve({ [FIRST]: () => new Response('x', { headers }) }).open()).length).toBe(length)
  })
})

describe('VIDEO_FILE_ORIGINS', () => {
  const FAL = ['https://fal.media', 'https://*.fal.media']
  const isAllowed = (url: string) => {
    const address = URL.parse(url)
    return address !== null && isFileOrigin(FAL, address)
  }

  it.each([
    'https://fal.media/files/a.mp4',
    'https://v3.fal.media/files/a.mp4',
    'https://v3b.fal.media/a',
    'https://a.b.fal.media/a',
    'https://V4.FAL.MEDIA/a',
    'https://v3.fal.media:443/a',
  ])('allows %s as a file URL of fal', (url) => expect(isAllowed(url)).toBe(true))

  it.each([
    'https://evilfal.media/a',
    'https://fal.media.evil.test/a',
    'https://v3.fal.media.evil.test/a',
    'https://v3.fal.media@evil.test/a',
    'https://evil.test/v3.fal.media',
    'https://evil.test?.fal.media',
    'https://evil.test#.fal.media',
    'https://evil.test\\.fal.media/a',
    'https://.fal.media/a',
    'https://..fal.media/a',
    'https://a..fal.media/a',
    'https://v3.fal.media./a',
    'https://v3.fal.media:8443/a',
    'http://v3.fal.media/a',
    'http://fal.media/a',
    'ftp://v3.fal.media/a',
    'https://media/a',
    'https://v3.xn--fal-media-0s3d/a',
    'https://169.254.169.254/a',
  ])('refuses %s as a file URL of fal', (url) => expect(isAllowed(url)).toBe(false))

  it.each([
    ['https://cdn.test/a/path', 'https://cdn.test'],
    ['http://localhost:5173/', 'http://localhost:5173'],
    ['https://*.CDN.test/', 'https://*.cdn.test'],
    ['https://*.a.b.test', 'https://*.a.b.test'],
    ['http://*.cdn.test', null],
    ['https://*', null],
    ['https://*.test', null],
    ['https://*cdn.test', null],
    ['https://a.*.test', null],
    ['https://*.cdn.test:8443', null],
    ['cdn.test', null],
  ])('reads the VIDEO_FILE_ORIGINS entry %s as %j', (entry, read) => expect(readFileOrigin(entry)).toBe(read))
})
