import { expect, test } from 'vitest'
import { deviceName, isPhone } from './device-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/143.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/143.0 Safari/537 Edg/143`, 'Edge on Windows'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${webKit} Version/26 Safari/605`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} CriOS/143`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${webKit} SamsungBrowser/27`, 'Samsung Internet on Android'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} CriOS/143`, true],
  [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/143.0 Mobile Safari/537.36`, true],
  [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/143.0 Safari/537.36`, false],
  [`Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, false],
])('whether %s is a phone: %s', (userAgent, expected) => {
  expect(isPhone(userAgent)).toBe(expected)
})
