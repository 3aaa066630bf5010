import { describe, expect, it } from 'vitest'
import { maskReport } from '../../../tools/try/mask.ts'

const KEY = 'sk-live-4f9A/b2+cD=77"zz'
const toBase64 = (text: string, encoding: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(encoding)

describe('A masked report', () => {
  it.each([
    ['as it is', KEY],
    ['in capitals', KEY.toUpperCase()],
    ['in JSON', JSON.stringify({ key: KEY })],
    ['in the path of a URL', `https://api.test/${encodeURIComponent(KEY)}/file`],
    ['in the query of a URL', `https://api.test/?key=${encodeURIComponent(KEY)}`],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['in base64', toBase64(KEY)],
    ['in base64, one byte later', toBase64(`:${KEY}:`)],
    ['in base64, two bytes later', toBase64(`u:${KEY}!!`)],
    ['in base64url', toBase64(`user:${KEY}`, 'base64url')],
    ['shortened', `Invalid key ${KEY.slice(0, 12)}...`],
  ])('contains no part of a key %s', (_, text) => {
    const masked = maskReport({ [text]: [text, { text }] }, [KEY])
    expect(JSON.stringify(masked)).toMatch(/\((secret|left out)\)/)
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      for (const found of JSON.stringify(masked).match(/[\w+/=%-]+/g) ?? [])
        expect(Buffer.from(found, encoding).toString().toLowerCase()).not.toContain('4f9a')
  })

  it('contains neither part of user:password, nor a key of digits that arrives as a number', () => {
    const masked = maskReport(
      ['user is hans-wurst', 'password tr0ub4dor', 123456789012],
      ['hans-wurst:tr0ub4dor', '123456789012'],
    )
    expect(masked).toEqual(
      ['user is (secret)', '(secret)word (secret)', '(secret)'].map((text) => text.replace('(secret)word', 'password')),
    )
  })

  it.each([
    ['Write to ada@example.com.', 'Write to (email).'],
    ['from 203.0.113.7', 'from (IP address)'],
    ['from 2001:db8:0:1:1:1:1:1', 'from (IP address)'],
    ['File "/home/ada/comfy/nodes.py"', 'File "/home/(name)/comfy/nodes.py"'],
    ['https://cdn.test/1.mp4?signature=abc&e=1', 'https://cdn.test/1.mp4?(left out)'],
    ['http://gpu.ada.test:8188/view', 'http://(your-server)/view'],
    ['2026-11-28T12:00:00.000Z', '2026-11-28T12:00:00.000Z'],
  ])('contains no personal data: %s', (text, masked) => {
    expect(maskReport(text, [], ['gpu.ada.test:8188', 'gpu.ada.test'])).toBe(masked)
  })

  it('leaves out the fields that describe a person, and nothing else', () => {
    const body = {
      userId: 7,
      user_name: 'ada',
      organization: { id: 1 },
      email: 'x',
      clientIp: '::1',
      usage: { cost: 1.5 },
    }
    expect(maskReport(body, [])).toEqual({
      userId: '(left out)',
      user_name: '(left out)',
      organization: '(left out)',
      email: '(left out)',
      clientIp: '(left out)',
      usage: { cost: 1.5 },
    })
  })
})
