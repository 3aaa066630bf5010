// Refusals that only the operator can fix, in the words of each kind of server.
import { describe, expect, it } from 'vitest'
import {
  hidePrompts,
  readAccountRefusal,
  readRefusedOption,
} from '../../../../../supabase/functions/api/services/providers/failures/account-refusal.ts'
import { ORDER } from '../../../../harness/wires/wire.ts'

it.each([
  ['Runway', '400 You do not have enough credits to run this task.'],
  ['LiteLLM', '400 budget_exceeded Budget has been exceeded! Current cost: 5.1, Max budget: 5.0'],
  ['OpenAI', '429 insufficient_quota You exceeded your current quota, please check your plan and billing details.'],
  ['OpenAI, at its limit', '400 billing_hard_limit_reached Billing hard limit has been reached'],
  ['fal', '400 User is locked. Reason: Exhausted balance.'],
  ['OpenRouter', '400 Insufficient credits. Add more using the page of your account'],
  ['a closed account', '400 This account has been deactivated.'],
  ['Kling', '429 1102 Account balance not enough. The account is in arrears.'],
])('recognizes a refusal of our account: %s', (_name, said) => {
  expect(readAccountRefusal(said, ORDER)).toBe('account')
})

it.each([
  ['FastAPI, a missing field', '422 missing Field required (body.duration)'],
  ['FastAPI, an unknown field', '422 extra_forbidden Extra inputs are not permitted (body.num_frames)'],
  ['FastAPI, a form in place of JSON', '422 model_attributes_type Input should be a valid dictionary (body)'],
  ['FastAPI, a word in place of a number', '422 int_parsing Input should be a valid integer (body.seconds)'],
  ['pydantic 1', '422 value_error.missing field required (body.resolution)'],
  ['OpenAI', "400 invalid_request_error unknown_parameter Unknown parameter: 'fps'. (fps)"],
  ['OpenAI, for one model', "400 Unsupported parameter: 'seed' is not supported with this model."],
  ['zod', `400 Validation of body failed; Unrecognized key(s) in object: 'audio' ()`],
  ['zod, a missing field', '400 Validation of body failed; Required (duration)'],
  ['zod, a type', '400 Expected number, received string (duration)'],
  ['JSON Schema', "400 must have required property 'width'"],
  ['JSON Schema, an unknown field', "400 Additional properties are not allowed ('fps' was unexpected)"],
  ['a call in Python', "400 generate() got an unexpected keyword argument 'seed'"],
  ['a call without an argument', "400 generate() missing 1 required positional argument: 'steps'"],
  ['Express', '400 Cannot POST /v1/videos'],
  ['a body in another format', '400 Content-Type must be application/json'],
  ['a body that is not JSON', '400 Invalid JSON payload received.'],
  ['OpenRouter, a model', '400 bytedance/seedance-9 is not a valid model ID'],
  ['Kling, a model', '400 1201 model_name value is not supported'],
  ['a retired model', "400 The model 'sora-1' does not exist"],
])("recognizes a refusal of our request's format: %s", (_name, said) => {
  expect(readAccountRefusal(said, ORDER)).toBe('request')
})

it.each([
  '400 The prompt is too vague',
  '422 string_too_long String should have at most 500 characters (body.prompt)',
  '422 value_error Too small (body.input_reference)',
  '422 less_than_equal Input should be less than or equal to 8 (body.seconds)',
  '400 Image dimensions are too small. Minimum dimensions are 300x300 pixels.',
  '400 BAD_REQUEST Unsupported image format',
  '400 The aspect ratio is not supported by this model',
  '400 Duration 10 is not supported at 1080p',
  '400 Failed to download the file. Please check if the URL is accessible.',
  '429 Rate limit exceeded: quota exceeded for requests per minute',
  '400 An unexpected person is in the image',
])('leaves a refusal to the user if another prompt, image, or setting can help: %s', (said) => {
  expect(readAccountRefusal(said, ORDER)).toBeNull()
})

it.each([
  ['fal', "422 literal_error Input should be '5' or '10' (body.duration)", 'duration'],
  ['FastAPI', '422 less_than_equal Input should be less than or equal to 8 (body.seconds)', 'duration'],
  ['vLLM-Omni', '422 less_than_equal Input should be less than or equal to 81 (body.num_frames)', 'duration'],
  ['Runway', '400 Validation of body failed; Invalid input: expected 5 (duration)', 'duration'],
  ['OpenRouter', '400 Duration must be one of 4, 6, 8', 'duration'],
  ['Kling', '400 1201 Invalid duration', 'duration'],
  ['a combination', '400 Duration 10 is not supported at 1080p', 'duration'],
  ['fal, a resolution', "422 literal_error Input should be '720p' (body.resolution)", 'resolution'],
  ['OpenAI, a size', '400 invalid_value Supported sizes are 720x1280. (size)', 'resolution'],
  ['fal, an aspect ratio', "422 literal_error Input should be '16:9' (body.aspect_ratio)", 'aspect ratio'],
])('recognizes an option that we offer and the provider refuses: %s', (_name, said, option) => {
  expect(readRefusedOption(said, ORDER)).toBe(option)
})

it.each([
  '400 The aspect ratio is not supported by this model',
  '400 The audio duration must be at most 15 seconds',
  '422 video_duration_too_long Video duration is too long (body.video_url)',
  '400 The input video length is not supported',
  '400 Image dimensions are too small. Minimum dimensions are 300x300 pixels.',
  '422 string_too_long String should have at most 500 characters (body.prompt)',
])('leaves a refusal of an own file or prompt to the user: %s', (said) => {
  expect(readRefusedOption(said, ORDER)).toBeNull()
})

describe('prompt in a refusal', () => {
  const order = { prompt: 'An unknown field of wheat', negativePrompt: 'no credits' }

  it("doesn't mistake a prompt that a provider quotes for the provider's own words", () => {
    const said = '400 Too short: An unknown field of wheat (not: no credits)'
    expect(readAccountRefusal(said, order)).toBeNull()
    expect(readRefusedOption('400 Refused: duration', { prompt: 'Refused: duration', negativePrompt: '' })).toBeNull()
    expect(hidePrompts(said, order)).toBe('400 Too short: … (not: …)')
  })

  it('leaves a refusal of an empty prompt to the user', () => {
    const said = '422 missing Field required (body.prompt)'
    expect(readAccountRefusal(said, { prompt: ' ', negativePrompt: '' })).toBeNull()
    expect(readAccountRefusal(said, order)).toBe('request')
  })
})
