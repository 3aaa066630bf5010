import { expect, it } from 'vitest'
import { describeDevice } from '@/state/session/describe-device'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const TELEVISION =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager'

it('describes a phone', async () => {
  expect(await describeDevice(IPHONE)).toEqual({
    device_type: 'mobile',
    os_name: 'iOS',
    browser_name: 'Mobile Safari',
    device_brand: 'Apple',
    device_model: 'iPhone',
    is_mobile: true,
  })
})

it('counts a tablet as mobile', async () => {
  expect(await describeDevice(TABLET)).toMatchObject({
    device_type: 'tablet',
    device_brand: 'Samsung',
    is_mobile: true,
  })
})

it('describes a desktop, whose maker nobody knows', async () => {
  expect(await describeDevice(WINDOWS)).toEqual({
    device_type: 'desktop',
    os_name: 'Windows',
    browser_name: 'Chrome',
    device_brand: '',
    device_model: '',
    is_mobile: false,
  })
})

it.each([
  ['a television', TELEVISION],
  ['what it does not know', 'x'],
])('calls %s other', async (_, userAgent) => {
  expect(await describeDevice(userAgent)).toMatchObject({ device_type: 'other', is_mobile: false })
})
