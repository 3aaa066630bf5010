import { expect, it } from 'vitest'
import { describeDevice } from '@/state/session/describe-device'

const ANDROID = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ANDROID} Safari/537.36`

it.each([
  ['an iPhone', IPHONE],
  ['an Android phone', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${ANDROID} Mobile Safari/537.36`],
  ['an Android phone that hides its model', `Mozilla/5.0 (Linux; Android 10; K) ${ANDROID} Mobile Safari/537.36`],
  ['Firefox on a phone', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  [
    'WeChat on a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN',
  ],
])('%s is mobile', async (_, userAgent) => {
  expect(await describeDevice(userAgent)).toMatchObject({ device_type: 'mobile', is_mobile: true })
})

it.each([
  [
    'an iPad',
    'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  ],
  ['an Android tablet', `Mozilla/5.0 (Linux; Android 14; SM-X710) ${ANDROID} Safari/537.36`],
  ['Firefox on a tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0'],
  [
    'a Kindle',
    'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.4.1 like Chrome/120.0.6099.230 Safari/537.36',
  ],
])('%s is a tablet, which counts as mobile', async (_, userAgent) => {
  expect(await describeDevice(userAgent)).toMatchObject({ device_type: 'tablet', is_mobile: true })
})

it.each([
  ['Windows', WINDOWS],
  [
    'macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${ANDROID} Safari/537.36`],
])('%s is a desktop', async (_, userAgent) => {
  expect(await describeDevice(userAgent)).toMatchObject({ device_type: 'desktop', is_mobile: false })
})

it.each([
  [
    'a television',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  ],
  [
    'a console',
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
  ],
  [
    'a watch',
    'Mozilla/5.0 (Linux; Android 11; SM-R890) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/12.1 Chrome/79.0 Mobile Safari/537.36',
  ],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a program', 'curl/8.5.0'],
  ['what nobody knows', 'x'],
])('%s is other', async (_, userAgent) => {
  expect(await describeDevice(userAgent)).toMatchObject({ device_type: 'other', is_mobile: false })
})

it('names system, browser, maker and model', async () => {
  expect(await describeDevice(IPHONE)).toEqual({
    device_type: 'mobile',
    os_name: 'iOS',
    browser_name: 'Mobile Safari',
    device_brand: 'Apple',
    device_model: 'iPhone',
    is_mobile: true,
  })
})

it('leaves empty what the browser does not say', async () => {
  expect(await describeDevice(WINDOWS)).toEqual({
    device_type: 'desktop',
    os_name: 'Windows',
    browser_name: 'Chrome',
    device_brand: '',
    device_model: '',
    is_mobile: false,
  })
})
