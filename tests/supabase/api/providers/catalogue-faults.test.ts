import { describe, expect, it } from 'vitest'
import { startApi } from '../../../harness/api.ts'
import { FOURTH_MODEL } from '../../../support/server/fourth-model.ts'
import { supabase } from '../../../support/server/suite.ts'

const WITH_VIDEO = { durations: [5], video: { fps: 24, frameStep: 8, sizes: { '16:9': [1280, 704] } } }

function start(version: unknown, models: unknown) {
  return startApi(supabase, {}, undefined, { models: { version, models } })
}

describe('faulty catalogue', () => {
  it.each([
    ['no model', [], /no model has "isOn" set to true/],
    ['an object in place of the list', {}, /models: /],
    ['a null model', [null], /model 1: /],
    ['no enabled model', [{ ...FOURTH_MODEL, isOn: false }], /no model has "isOn" set to true/],
    ['two models with one ID', [FOURTH_MODEL, { ...FOURTH_MODEL, path: 'a/b' }], /two models have the same id/],
    ['two models with one path', [FOURTH_MODEL, { ...FOURTH_MODEL, id: 'other' }], /two models have the same path/],
    ['a price of 0', [{ ...FOURTH_MODEL, credits: 0 }], /hailuo-3\.credits: /],
    [
      'a first duration that adds to the price',
      [{ ...FOURTH_MODEL, durations: [{ ...FOURTH_MODEL.durations[0], adds: 5 }] }],
      /hailuo-3\.durations: the first duration must add 0/,
    ],
    ['an unknown field', [{ ...FOURTH_MODEL, color: 'red' }], /hailuo-3: .*color/],
    ['no id', [{ ...FOURTH_MODEL, id: undefined }], /model 1\.id: /],
    [
      'a provider without inputs',
      [{ ...FOURTH_MODEL, providers: { pollo: { durations: [5] } } }],
      /hailuo-3\.providers\.pollo: set "text", "image", or "upscale"/,
    ],
    [
      'an upscaler that also generates',
      [
        {
          ...FOURTH_MODEL,
          providers: {
            fal: { durations: [10], text: { path: 'a', accepts: [] }, upscale: { path: 'b', accepts: [] } },
          },
        },
      ],
      /hailuo-3\.providers\.fal: set "upscale" alone, because its durations are those of source videos/,
    ],
    [
      'a negative prompt without its limit',
      [{ ...FOURTH_MODEL, providers: { pollo: { durations: [5], text: { path: 'a', accepts: ['negativePrompt'] } } } }],
      /maxNegativePrompt: set it only together with/,
    ],
    [
      'unlisted sound that is always on',
      [
        {
          ...FOURTH_MODEL,
          providers: { pollo: { durations: [10], text: { path: 'a', accepts: [], alwaysHasSound: true } } },
        },
      ],
      /alwaysHasSound: set it only together with "sound" in "accepts"/,
    ],
    [
      'an only duration of another input than "extend"',
      [{ ...FOURTH_MODEL, providers: { fal: { durations: [10], text: { path: 'a', accepts: [], seconds: 7 } } } }],
      /hailuo-3\.providers\.fal: set "seconds" in "extend", and nowhere else/,
    ],
    [
      'a name for a missing aspect ratio',
      [{ ...FOURTH_MODEL, providers: { pollo: { ...FOURTH_MODEL.providers.pollo, ratios: { '2:1': 'wide' } } } }],
      /hailuo-3\.providers\.pollo\.ratios/,
    ],
    [
      'a ComfyUI model without frames and sizes',
      [{ ...FOURTH_MODEL, providers: { comfyui: { durations: [5], text: { path: 'a.json', accepts: [] } } } }],
      /hailuo-3\.providers\.comfyui\.video: set frames per second/,
    ],
    [
      'an aspect ratio without a size',
      [{ ...FOURTH_MODEL, providers: { comfyui: { ...WITH_VIDEO, text: { path: 'a.json', accepts: [] } } } }],
      /hailuo-3\.aspectRatios: each aspect ratio needs a size/,
    ],
    ['no provider', [{ ...FOURTH_MODEL, providers: {} }], /hailuo-3\.providers: list at least one provider/],
    [
      'an unknown provider',
      [{ ...FOURTH_MODEL, providers: { polo: FOURTH_MODEL.providers.pollo } }],
      /hailuo-3\.providers\.polo: unknown provider\. Known providers: pollo, fal/,
    ],
    [
      'a duration beyond the longest of the provider',
      [{ ...FOURTH_MODEL, providers: { pollo: { ...FOURTH_MODEL.providers.pollo, durations: [6, 8] } } }],
      /hailuo-3\.providers\.pollo\.durations: the longest duration is 8 s, but the model offers 10 s/,
    ],
    [
      'a reversed estimate',
      [{ ...FOURTH_MODEL, durations: [{ seconds: 10, estimateSeconds: { from: 120, to: 60 } }] }],
      /hailuo-3\.durations\.0\.estimateSeconds: "from" must not be greater than "to"/,
    ],
    [
      'a duration listed twice',
      [
        {
          ...FOURTH_MODEL,
          durations: [5, 5].map((seconds) => ({ seconds, estimateSeconds: { from: seconds, to: 9 } })),
        },
      ],
      /hailuo-3\.durations: the same duration is listed twice/,
    ],
    [
      'an aspect ratio listed twice',
      [{ ...FOURTH_MODEL, aspectRatios: ['16:9', '16:9'] }],
      /hailuo-3\.aspectRatios: the same value is listed twice/,
    ],
    [
      'no model for the provider in use',
      [{ ...FOURTH_MODEL, providers: { fal: FOURTH_MODEL.providers.pollo } }],
      /no enabled model with pollo/,
    ],
  ])('refuses to start with this fault in the catalogue, and names its location: %s', (_, models, says) => {
    expect(() => start(1, models)).toThrow(says)
  })

  it.each([undefined, 0, 1.5, '1'])('refuses to start with a catalogue of version %j', (version) => {
    expect(() => start(version, [FOURTH_MODEL])).toThrow(/version: /)
  })
})
