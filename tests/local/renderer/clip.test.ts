import { VideoEncoder } from '@napi-rs/webcodecs'
import { expect, it, vi } from 'vitest'
import { renderClip } from '../../../local/renderer/clip.ts'
import { FrameFinisher } from '../../../local/renderer/encode/frame-finisher.ts'

const REQUEST = { prompt: 'a robot', seed: 1, seconds: 4, sound: false, imagePath: null }

it('lets go of the encoder when a frame cannot be drawn', async () => {
  const close = vi.spyOn(VideoEncoder.prototype, 'close')
  vi.spyOn(FrameFinisher.prototype, 'finish').mockImplementation(() => {
    throw new Error('no frame')
  })
  await expect(renderClip(REQUEST)).rejects.toThrow('no frame')
  expect(close).toHaveBeenCalledTimes(1)
})

it('fails for an image that is not there', async () => {
  await expect(renderClip({ ...REQUEST, imagePath: '/nowhere.png' })).rejects.toThrow('ENOENT')
})
