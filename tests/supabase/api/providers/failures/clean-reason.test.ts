// Users see a provider's words without IDs, URLs, and JSON.
import { describe, expect, it } from 'vitest'
import {
  cleanReason,
  quoteResponse,
} from '../../../../../supabase/functions/api/services/providers/failures/clean-reason.ts'
import { readRefusedContent } from '../../../../../supabase/functions/api/services/providers/failures/refused-content.ts'

describe('cleanReason', () => {
  it.each([
    ['The image is too small.', 'The image is too small.'],
    ['The prompt has 2,600 characters. At most 2,500 are allowed.', undefined],
    ['Use 16:9, 9:16, or 1:1 at 1280x720 and 24.5 fps.', undefined],
    ['The task failed. Try a shorter prompt and/or image.', undefined],
    ['Last frame: Too small', undefined],
    ['你的图片太小', undefined],
    ['Failed.Run it again', undefined],
    ['Too small. Request id: 0217e5f8a9c34', 'Too small.'],
    ['Too small (request_id=0217e5f8a9c34)', 'Too small'],
    ['Too small, Request ID 0217e5f8a9c34.', 'Too small.'],
    ['[req-id: abcdef] Too small', 'Too small'],
    ['Task 7f0b6c1e-9a57-4c43-8a0e-3a4f0e6f2a11 failed', 'Task failed'],
    ['Task cgt-20260514101521-nk5ct failed', 'Task failed'],
    ['Trace 02177872492196700000000000000000000ffffc0a87832ba9e04: too small', 'Trace: too small'],
    ['Too small. See https://docs.fal.ai/errors#too_small for details.', 'Too small.'],
    ['Could not fetch https://a.supabase.co/storage/v1/object/sign/x.png?token=ey.J.x: 403', 'Could not fetch: 403'],
    ['upstream queue.fal.run:443 refused the image', 'upstream refused the image'],
    ['connect ECONNREFUSED 10.0.0.7:8188', 'connect ECONNREFUSED'],
    ['No model at localhost:8188/view', 'No model at'],
    ['Not found: /home/me/ComfyUI/models/wan.safetensors', 'Not found'],
    ['C:\\ComfyUI\\models\\wan.pt is missing', 'is missing'],
    [
      'Task failed: {"id": "cgt-1", "error": {"code": "X", "message": "The image is too small"}}',
      'Task failed: The image is too small',
    ],
    ['{"code": 5, "data": null}', ''],
    ['Bad request [{"loc": ["body"], "msg": "too \\"small\\"", "type": "x"}]', 'Bad request too "small"'],
    ['Broken {"message": "no e', 'Broken'],
    ['<html><h1>Bad gateway</h1></html>', 'Bad gateway'],
    [
      'RuntimeError: no frames\n    at run (/srv/app/run.js:10:5)\n    at main (/srv/app/main.js:2:1)',
      'RuntimeError: no frames',
    ],
    ['Broken at run (/srv/app/run.js:10:5) at main (/srv/app/main.js:2:1)', 'Broken'],
    [
      'Traceback (most recent call last):\n  File "/srv/run.py", line 3, in main\n    go()\nValueError: too small',
      'ValueError: too small',
    ],
    ['0217e5f8a9c34a', ''],
    ['', ''],
  ])("removes IDs, hosts, paths, JSON, and traces from a provider's reason: %j", (said, shown = said) => {
    expect(cleanReason(said)).toBe(shown)
  })

  it("quotes a provider's response without its IDs, keys, and URLs", () => {
    const answer = {
      code: 'SUCCESS',
      request_id: 'r-1',
      data: { taskId: '', pollUrl: 'https://x.test', note: 'Wait. Request id: 0217e5f8a9c34', count: 2 },
    }
    expect(quoteResponse(answer)).toBe('{"code":"SUCCESS","data":{"note":"Wait.","count":2}}')
  })
})

describe('readRefusedContent', () => {
  it.each([
    ['The input may contain real person. Request id: 0217e5f8a9c34', 'person'],
    ['InputImageSensitiveContentDetected.PrivacyInformation', 'person'],
    ['Your image shows a public figure, which violates our usage policies', 'person'],
    ['The request failed because the output audio may contain sensitive information.', 'result'],
    ['OutputVideoSensitiveContentDetected', 'result'],
    ['The generated video was blocked by the content filter', 'result'],
    ['The input image may contain sensitive information', 'image'],
    ['InputTextSensitiveContentDetected', 'prompt'],
    ['Your prompt was flagged by our moderation system', 'prompt'],
    ['The prompt violates Google’s Responsible AI practices', 'prompt'],
    ['The prompt or the image is against our content policy', 'request'],
    ['Failure to pass the risk control system', 'request'],
    ['NSFW content detected', 'request'],
    ['The source video was flagged', 'video'],
    ['内容审核未通过', 'request'],
    ['The image is too small', null],
    ['The prompt is too long', null],
    ['Content moderation is temporarily unavailable', null],
    ['Moderation timed out', null],
    ['The generated video could not be uploaded', null],
    ['Generation failed (triggered by #fail).', null],
    ['The prompt was rejected (triggered by #reject)', null],
    ['', null],
  ])("reads what a provider's safety check refused from %j: %s", (said, refused) => {
    expect(readRefusedContent(said)).toBe(refused)
  })
})
