import { VideoEncoder } from '@napi-rs/webcodecs'
import { expect, it, vi } from 'vitest'
import { renderClip } from '../../../local/renderer/clip.ts'
import { FrameFinisher } from '../../../local/renderer/encode/frame-finisher.ts'

const REQUEST = { prompt: 'a robot', seed: 1, seconds: 4, sound: false, imagePath: null }

it("closes the encoder if a frame can't be drawn", async () => {
  const close = vi.spyOn(VideoEncoder.prototype, 'close')
  vi.spyOn(FrameFinisher.prototype, 'finish').mockImplementation(() => {
    throw new Error('no frame')
  })
  await expect(renderClip(REQUEST)).rejects.toThrow('no frame')
  expect(close).toHaveBeenCalledTimes(1)
})

it("throws an error if the clip's image file doesn't exist", async () => {
  await expect(renderClip({ ...REQUEST, imagePath: '/nowhere.png' })).rejects.toThrow('ENOENT')
})
