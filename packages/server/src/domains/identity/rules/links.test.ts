import { expect, test } from 'vitest'
import { accountLink, withParameter } from './links.ts'

test('a callback URL with its own query is encoded as one parameter', () => {
  const callbackURL = '/welcome?plan=pro&from=mail#top'
  const link = accountLink('https://accounts.example.com', '/verify-email', {
    token: 'abc',
    callbackURL,
  })
  expect(link).toBe(
    'https://accounts.example.com/verify-email?token=abc' +
      '&callbackURL=%2Fwelcome%3Fplan%3Dpro%26from%3Dmail%23top',
  )
  expect(new URL(link).searchParams.get('callbackURL')).toBe(callbackURL)
})

test.each([
  ['/', '/?error=a+b'],
  ['/x?a=b&c=d', '/x?a=b&c=d&error=a+b'],
  ['https://app.example.com/x#here', 'https://app.example.com/x?error=a+b#here'],
  ['myapp://done', 'myapp://done?error=a+b'],
  ['/x?error=mine&error=again', '/x?error=a+b'],
])('withParameter keeps the rest of %s', (url, expected) => {
  expect(withParameter(url, 'error', 'a b')).toBe(expected)
})
