// @vitest-environment node
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { markJoined } from '@/lib/video/mark-joined'

const NOW = new Date('2026-11-25T10:00:00Z')
const byAi = { videoMark: 'ai', modelName: 'Veo 3' } as const
const signed = { videoMark: 'credentials', modelName: 'Veo 3.1' } as const
const unmarked = { videoMark: null, modelName: 'Veo 2' }
const drawn = { videoMark: 'algorithm', modelName: 'Kling 1.6' } as const

describe('Mark of a joined video', () => {
  it.each([
    ['AI', [byAi, signed, unmarked, byAi], 'trainedAlgorithmicMedia', 'Veo 3, Veo 3.1, Veo 2', 'ai'],
    ['a program', [drawn, drawn], 'algorithmicMedia', 'Soundreel', 'algorithm'],
    ['AI and a program', [drawn, byAi], 'compositeWithTrainedAlgorithmicMedia', 'Veo 3', 'ai'],
  ] as const)('marks a joined video with its maker (%s), models, and time', async (_, sources, word, tool, mark) => {
    const file = new Blob([new Uint8Array(await readFile('tests/harness/one-second.mp4'))], { type: 'video/mp4' })
    const joined = markJoined(file, sources, NOW)
    expect(joined.mark).toBe(mark)
    expect(joined.file.type).toBe('video/mp4')
    expect(await joined.file.slice(0, file.size).bytes()).toEqual(await file.bytes())
    const box = Buffer.from(await joined.file.slice(file.size).bytes())
    expect(box.readUInt32BE(0)).toBe(box.byteLength)
    expect(box.toString()).toContain(`/digitalsourcetype/${word}"`)
    expect(box.toString()).toContain(`xmp:CreatorTool="${tool}"`)
    expect(box.toString()).toContain('xmp:CreateDate="2026-11-25T10:00:00Z"')
  })
})
