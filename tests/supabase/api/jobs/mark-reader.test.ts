// Reads the origin marks in a video file, however the file is split into chunks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarkReader } from '../../../../supabase/functions/api/services/delivery/mark-reader.ts'
import { VIDEO } from '../../../harness/api.ts'
import { buildBox, buildCredentials, buildXmp, nameSource } from '../../../support/boxes.ts'
import { buildMark } from '../../../support/server/delivery.ts'

function read(file: Uint8Array, cuts: readonly number[] = []) {
  const reader = createMarkReader()
  const edges = [0, ...cuts.map((cut) => cut % (file.byteLength + 1)).sort((a, b) => a - b), file.byteLength]
  for (const [place, end] of edges.entries()) reader.read(file.subarray(edges[place - 1] ?? 0, end))
  return reader.end()
}

const ftyp = buildBox('ftyp', 'isom')
const mdat = buildBox('mdat', Buffer.alloc(300, 7))
const AI = nameSource('trainedAlgorithmicMedia')
const element = (inner: string) => `<a:DigitalSourceType${inner}`
const URI = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

describe('video file in chunks of any size', () => {
  const plainBox = fc
    .tuple(
      fc.constantFrom('ftyp', 'moov', 'mdat', 'free', 'uuid'),
      fc.uint8Array({ minLength: 16, maxLength: 60 }),
      fc.constantFrom(undefined, '64-bit' as const),
    )
    .map(([name, content, size]) => buildBox(name, content, size ? { size } : {}))
  const markedBox = fc.constantFrom(
    { box: buildXmp(AI), mark: 'ai' },
    { box: buildXmp(AI, { size: '64-bit' }), mark: 'ai' },
    { box: buildXmp(nameSource('algorithmicMedia')), mark: 'algorithm' },
    { box: buildCredentials(), mark: 'credentials' },
    { box: buildCredentials({ size: '64-bit' }), mark: 'credentials' },
    { box: Buffer.alloc(0), mark: null },
  )
  const boxes = fc.array(plainBox, { minLength: 1, maxLength: 5 })
  const cuts = fc.array(fc.nat(2000), { maxLength: 40 })

  it("finds the AI mark in one of a file's boxes, whatever boxes surround it", () => {
    fc.assert(
      fc.property(boxes, markedBox, boxes, cuts, (before, { box, mark }, after, at) => {
        expect(read(Buffer.concat([...before, box, ...after]), at)).toEqual({ mark, isWhole: true })
      }),
    )
  })

  it('reports a file as incomplete if it ends inside a box', () => {
    fc.assert(
      fc.property(boxes, cuts, fc.integer({ min: 1, max: 7 }), (all, at, missing) => {
        const file = Buffer.concat(all)
        expect(read(file.subarray(0, file.byteLength - missing), at).isWhole).toBe(false)
      }),
    )
  })

  it("reads a file's mark the same way, however the bytes are split into chunks", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), cuts, (file, at) => {
        expect(read(file, at)).toEqual(read(file))
      }),
    )
  })
})

it.each([
  ["the IPTC's word as an element", `${element('>')}${URI}</a:DigitalSourceType>`, 'ai'],
  ["the IPTC's word as a resource", element(` rdf:resource='${URI}'/>`), 'ai'],
  ['AI in parts', nameSource('compositeWithTrainedAlgorithmicMedia'), 'ai'],
  ['an element of AI', nameSource('compositeSynthetic'), 'ai'],
  ['a program without AI', nameSource('algorithmicMedia'), 'algorithm'],
  ['a program, and AI', nameSource('algorithmicMedia') + AI, 'ai'],
  ['a camera', nameSource('digitalCapture'), null],
  ['a composite of anything', nameSource('composite'), null],
  ["the IPTC's URL in another element", `<dc:source>${URI}</dc:source>`, null],
  ['no source', '<rdf:Description xmp:CreatorTool="Pen"/>', null],
])('reads XMP that names %s as the mark %s', (_, text, mark) => {
  expect(read(Buffer.concat([ftyp, buildXmp(text), mdat]))).toEqual({ mark, isWhole: true })
})

it.each([
  ['no byte', Buffer.alloc(0)],
  ['words', Buffer.from('not a video')],
  ['a last box that is open', Buffer.concat([ftyp, buildBox('mdat', 'x', { size: 'open' })])],
  ['a size below that of a header', Buffer.concat([ftyp, Buffer.from([0, 0, 0, 7]), Buffer.from('free'), mdat])],
  ['a 64-bit size of 0', Buffer.concat([ftyp, Buffer.from([0, 0, 0, 1]), Buffer.from('mdat'), Buffer.alloc(8)])],
  ['an id that is cut off by its size', Buffer.concat([ftyp, buildBox('uuid', 'short'), Buffer.alloc(11)])],
  ['some bytes after its last box', Buffer.concat([ftyp, mdat, Buffer.alloc(4)])],
  ['more boxes than a video has', Buffer.concat(Array.from({ length: 2001 }, () => buildBox('free', '')))],
])('finds neither a mark nor an end in a file with %s', (_, file) => {
  expect(read(file)).toEqual({ mark: null, isWhole: false })
})

it.each([
  ['credentials in an open last box', buildCredentials({ size: 'open' }), 'credentials'],
  ['XMP in an open last box', buildXmp(AI, { size: 'open' }), 'ai'],
])('finds a mark in %s', (_, box, mark) => {
  expect(read(Buffer.concat([ftyp, mdat, box]))).toEqual({ mark, isWhole: false })
})

it("reads a video's XMP only in the XMP box", () => {
  const file = Buffer.concat([ftyp, buildXmp('no source'), buildBox('free', AI)])
  expect(read(file)).toEqual({ mark: null, isWhole: true })
})

it("reads at most 256 KB of a video's XMP", () => {
  const long = buildXmp(' '.repeat(256 * 1024) + AI)
  expect(read(Buffer.concat([ftyp, long, mdat]))).toEqual({ mark: null, isWhole: true })
})

it('finds our own AI mark at the end of a real video', () => {
  expect(read(VIDEO)).toEqual({ mark: null, isWhole: true })
  expect(read(Buffer.concat([VIDEO, buildMark()]))).toEqual({ mark: 'ai', isWhole: true })
})
