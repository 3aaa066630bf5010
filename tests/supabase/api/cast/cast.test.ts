// The cast: its members, their names and images, and who may see and change them.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, signLongToken, type TestUser } from '../../../harness/database.ts'
import { audioUri, createWav } from '../../../support/audio-files.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { createKey } from '../../../support/server/key.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

type Api = Awaited<ReturnType<typeof start>>
interface Member {
  id: string
  kind: string
  name: string
  note: string
  images: { id: string; url: string }[]
}

/** Starts an API with a user who has uploaded three images. */
async function start() {
  const api = await setUp()
  const { request } = api
  const user = { ...api.user, token: await signLongToken(api.user.id) }
  const upload = async (side: number, owner: TestUser = user) =>
    (await request('POST', '/api/images', owner, { image: pngDataUri(side, 320) })).body.data.id as string
  const images = [await upload(320), await upload(330), await upload(340)]
  const add = (more: object = {}, owner: TestUser = user) =>
    request('POST', '/api/cast', owner, {
      kind: 'character',
      name: 'Mara',
      note: 'A diver',
      images: images.slice(0, 1),
      ...more,
    })
  const change = (id: string, body: object, owner: TestUser = user) => request('PATCH', `/api/cast/${id}`, owner, body)
  const list = async (owner: TestUser = user): Promise<Member[]> =>
    (await request('GET', '/api/cast', owner)).body.data.members
  const names = async () => (await list()).map(({ name }) => name)
  return { ...api, user, upload, images, add, change, list, names }
}

/** Adds members with one image of the user, without the API. */
const fill = ({ user, images }: Pick<Api, 'user' | 'images'>, count: number) =>
  sql(
    `with member as (
       insert into private.cast_members (user_id, kind, name, note, created_at)
       select $1, 'place', 'Place ' || number, '', now() from generate_series(1, $2::integer) as number returning id)
     insert into private.cast_images (member_id, position, image_id) select id, 1, $3 from member`,
    [user.id, count, images[0]],
  )

const isStored = async (url: string | undefined) => (await supabase.fetch(new Request(url ?? ''))).ok

describe('member of the cast', () => {
  it('stores a new member, and lists it with signed image addresses in order, newest first', async () => {
    const { add, images, list, user, clock } = await start()
    const { status, headers, body } = await add({ images: [images[1], images[0]] })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body.data).toEqual({
      id: expect.any(String),
      kind: 'character',
      name: 'Mara',
      note: 'A diver',
      createdAt: expect.stringMatching(/Z$/),
      images: [images[1], images[0]].map((id) => ({ id, url: expect.stringContaining('/images/') })),
      voice: null,
    })
    for (const { url } of body.data.images) expect(await isStored(url)).toBe(true)
    expect(JSON.stringify(body)).not.toContain(user.id)
    clock.now += 1000
    await add({ name: 'The pier', kind: 'place', note: undefined })
    expect((await list()).map(({ name, kind, note }) => [name, kind, note])).toEqual([
      ['The pier', 'place', ''],
      ['Mara', 'character', 'A diver'],
    ])
  })

  it('changes only the named fields', async () => {
    const { add, change, images, list } = await start()
    const { id } = (await add()).body.data
    expect((await change(id, { name: 'Mara Lee' })).body.data).toMatchObject({ name: 'Mara Lee', note: 'A diver' })
    expect((await change(id.toUpperCase(), { kind: 'style', note: '' })).status).toBe(200)
    expect((await change(id, { images: [images[2], images[0]] })).status).toBe(200)
    expect(await list()).toMatchObject([
      { id, kind: 'style', name: 'Mara Lee', note: '', images: [{ id: images[2] }, { id: images[0] }] },
    ])
  })

  it.each<[what: string, name: string, stored: string]>([
    ['in Arabic, with a mark', 'مُنى', 'مُنى'],
    ['in Hindi, with marks', 'मीरा', 'मीरा'],
    ['in Korean, in another normal form', '한국'.normalize('NFD'), '한국'],
    ['with trailing spaces', '  Mara \u00a0\n Lee  ', 'Mara Lee'],
    ['with a hyphen and apostrophes', "Anne-Marie O'Neil d’Or", "Anne-Marie O'Neil d’Or"],
    ['of digits', '007', '007'],
    ['of 40 characters', 'x'.repeat(40), 'x'.repeat(40)],
  ])('accepts a name %s', async (_, name, stored) => {
    const { add } = await start()
    expect((await add({ name })).body.data?.name).toBe(stored)
  })

  it.each<[what: string, change: object, message: string]>([
    ['a name of 41 characters', { name: 'x'.repeat(41) }, 'Invalid "name": use at most 40 characters.'],
    ['a name of 200 characters', { name: 'x'.repeat(200) }, 'Invalid "name": use at most 40 characters.'],
    ['a name with an @', { name: '@Mara' }, 'Invalid "name": use letters, digits, spaces, hyphens, and apostrophes.'],
    ['a name with a bidi control', { name: 'Ma\u202era' }, 'Invalid "name": use letters, digits'],
    ['a name with a control character', { name: 'Ma\u0007ra' }, 'Invalid "name": use letters, digits'],
    ['a name with a zero-width space', { name: 'Ma\u200bra' }, 'Invalid "name": use letters, digits'],
    ['a name of an invisible letter', { name: '\u3164' }, 'Invalid "name": use letters, digits'],
    ['a name of hyphens', { name: '--' }, 'Invalid "name": use letters, digits'],
    ['a name with an emoji', { name: 'Mara 🌊' }, 'Invalid "name": use letters, digits'],
    ['a name of spaces', { name: '  ' }, 'Invalid "name": enter a name.'],
    ['no name', { name: undefined }, 'Invalid "name": it is missing.'],
    ['an unknown kind', { kind: 'song' }, 'Invalid "kind"'],
    ['a note of 301 characters', { note: 'x'.repeat(301) }, 'Invalid "note"'],
    ['no images', { images: [] }, 'Invalid "images": add an image.'],
    [
      'six images',
      { images: Array.from({ length: 6 }, () => randomUUID()) },
      'Invalid "images": use at most 5 images.',
    ],
    ['an image that is no ID', { images: ['../a.png'] }, 'Invalid "images.0"'],
  ])('refuses %s', async (_, change, message) => {
    const { add, list } = await start()
    const refused = await add(change)
    expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(refused.body.message).toContain(message)
    expect(await list()).toEqual([])
  })

  it('refuses one image twice', async () => {
    const { add, images, list } = await start()
    const id = images[0] ?? ''
    expect((await add({ images: [id, id.toUpperCase()] })).body.message).toBe('Invalid "images": use each image once.')
    expect(await list()).toEqual([])
  })

  it.each([
    ['the same', 'Zoé Mara'],
    ['in capitals', 'ZOÉ MARA'],
    ['in another normal form', 'Zoe\u0301 Mara'],
    ['with other spaces', ' Zoé  Mara '],
  ])('refuses a second member with a name that is %s, and a change to it', async (_, name) => {
    const { add, change, names } = await start()
    await add({ name: 'Zoé Mara' })
    const other = (await add({ name: 'Ben' })).body.data.id
    for (const refused of [await add({ name }), await change(other, { name })]) {
      expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } })
      expect(refused.body.message).toMatch(/^Your cast already has .+\. Choose another name\.$/)
    }
    expect((await names()).sort()).toEqual(['Ben', 'Zoé Mara'])
  })

  it('changes the case of a name, and lets another user have the same name', async () => {
    const { add, change, upload } = await start()
    const { id } = (await add()).body.data
    expect((await change(id, { name: 'MARA' })).body.data.name).toBe('MARA')
    const stranger = await createUser(supabase)
    expect((await add({ images: [await upload(320, stranger)] }, stranger)).status).toBe(200)
  })

  it('refuses a 101st member, and accepts one after a deletion', async () => {
    const api = await start()
    const { add, list, request, user } = api
    await fill(api, 100)
    expect(await add()).toMatchObject({
      status: 409,
      body: { code: 'too_many_cast_members', message: 'Your cast has 100 members. Delete one to add another.' },
    })
    const [first] = await list()
    expect((await request('DELETE', `/api/cast/${first?.id}`, user)).body.data).toEqual({ id: first?.id })
    expect((await add()).status).toBe(200)
    expect(await list()).toHaveLength(100)
  })

  it("neither shows, changes, nor deletes another user's member, nor uses another user's image", async () => {
    const { add, change, images, list, request } = await start()
    const { id } = (await add()).body.data
    const stranger = await createUser(supabase)
    expect(await list(stranger)).toEqual([])
    for (const [who, what] of [
      [stranger, id],
      [stranger, randomUUID()],
      [stranger, 'no-such-member'],
    ] as const) {
      for (const method of ['PATCH', 'DELETE']) {
        const refused = await request(method, `/api/cast/${what}`, who, method === 'PATCH' ? { note: 'x' } : undefined)
        expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
    }
    expect(await add({ images }, stranger)).toMatchObject({ status: 409, body: { code: 'image_gone' } })
    expect(await list(stranger)).toEqual([])
    expect((await change(id, { note: '' })).status).toBe(200)
  })

  it('lets keys with the scope read list the cast, and keys with the scope create change it, but not delete', async () => {
    const api = await start()
    const { add, change, list, request, user } = api
    const { id } = (await add()).body.data
    const reader = (await createKey(api, user, { scope: 'read' })).caller
    const creator = (await createKey(api, user)).caller
    expect((await request('GET', '/v1/cast', reader)).body.data.members).toMatchObject([{ id }])
    expect((await change(id, { note: 'x' }, reader)).body.code).toBe('scope_too_small')
    expect((await request('PATCH', `/v1/cast/${id}`, creator, { note: 'x' })).status).toBe(200)
    expect((await request('DELETE', `/api/cast/${id}`, creator)).body.code).toBe('scope_too_small')
    expect(await list()).toMatchObject([{ id, note: 'x' }])
  })
})

describe('images of the cast', () => {
  const DAY = 24 * 60 * 60_000

  it('keeps an image as long as a member has it, and deletes it after that', async () => {
    const { add, change, clock, images, list, request, sweep, user } = await start()
    const { id } = (await add({ images: images.slice(0, 2) })).body.data
    const { id: other } = (await add({ name: 'Ben', images: images.slice(1, 2) })).body.data
    clock.now += 2 * DAY
    await sweep()
    const mara = (await list()).find(({ name }) => name === 'Mara')
    const urls = mara?.images.map(({ url }) => url) ?? []
    expect(await Promise.all(urls.map(isStored))).toEqual([true, true])
    // The third image was never used.
    expect((await change(id, { images: [images[2]] })).body.code).toBe('image_gone')
    await change(id, { images: [images[1]] })
    await sweep()
    expect(await Promise.all(urls.map(isStored))).toEqual([false, true])
    await request('DELETE', `/api/cast/${other}`, user)
    await sweep()
    expect(await isStored(urls[1])).toBe(true)
    await request('DELETE', `/api/cast/${id}`, user)
    await sweep()
    expect(await isStored(urls[1])).toBe(false)
    expect(await sql('select 1 from private.files where user_id = $1', [user.id])).toEqual([])
  })

  it('refuses a deleted image, and changes nothing', async () => {
    const { add, change, clock, images, list, sweep } = await start()
    const { id } = (await add()).body.data
    clock.now += 2 * DAY
    await sweep()
    const refusals = [
      await add({ name: 'Ben', images: [images[1]] }),
      await change(id, { name: 'Ada', images: [images[0], images[1]] }),
    ]
    for (const refused of refusals) {
      const message = 'One of these files is no longer on the server. Upload it again.'
      expect(refused).toMatchObject({ status: 409, body: { code: 'image_gone', message } })
    }
    expect(await list()).toMatchObject([{ name: 'Mara', images: [{ id: images[0] }] }])
  })

  it('takes no voice as an image', async () => {
    const { add, list, request, user } = await start()
    const voice = (await request('POST', '/api/audio', user, { audio: audioUri(createWav(3)) })).body.data.id
    expect(await add({ images: [voice] })).toMatchObject({ status: 409, body: { code: 'image_gone' } })
    expect(await list()).toEqual([])
  })

  it("doesn't count images of the cast as unused uploads, but counts their bytes as stored", async () => {
    const api = await start()
    const { add, upload, request, user } = api
    await sql(
      `insert into private.files (user_id, sha256, path) select $1::uuid, number::text, $1 || number::text || '.png' from generate_series(1, 47) as number`,
      [user.id],
    )
    const image = pngDataUri(350, 320)
    expect((await request('POST', '/api/images', user, { image })).body.code).toBe('too_many_images')
    await add()
    expect(await upload(350)).toEqual(expect.any(String))
    const [{ bytes } = { bytes: 0 }] = await sql<{ bytes: number }>(
      'select sum(bytes)::integer as bytes from private.files where user_id = $1',
      [user.id],
    )
    expect((await request('GET', '/api/account', user)).body.data.storedBytes).toBe(bytes)
  })

  it('exports the cast, and deletes it with its images when the account is deleted', async () => {
    const { add, list, request, sweep, user, waitUntilIdle } = await start()
    await add()
    const members = await list()
    let cursor: string | null = ''
    const cast: unknown[] = []
    while (cursor !== null) {
      const page: { cast: unknown[]; nextCursor: string | null } = (
        await request('GET', `/api/account/export?cursor=${cursor}`, user)
      ).body.data
      cast.push(...page.cast)
      cursor = page.nextCursor
    }
    expect(cast).toMatchObject([{ name: 'Mara', note: 'A diver', images: [{ id: members[0]?.images[0]?.id }] }])
    expect((await request('POST', '/api/account/delete', user, { email: user.email })).status).toBe(200)
    await waitUntilIdle()
    await sweep()
    expect(await sql('select 1 from private.cast_members where user_id = $1', [user.id])).toEqual([])
    expect(await sql('select 1 from private.files where user_id = $1', [user.id])).toEqual([])
    expect(await isStored(members[0]?.images[0]?.url)).toBe(false)
  })
})
