import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test.each([
  'Northwind',
  'Café Zoë & Söhne',
  'Dr. Müller, Inc.',
  '4th Floor',
  "O'Neill-Smith",
  '北風',
])('a plain name is said: %s', (name) => {
  expect(plainName(name)).toBe(name)
})

test.each([
  'evil.com',
  'evil.example/login',
  'www evil',
  'support@evil.example',
  'Call 1 800 123 4567',
  'Your account is locked, confirm your password now',
  'Win \u{202E}moc',
  'Two\nlines',
  '“Bank”',
  '!',
  '',
])('a name that could deceive is not said: %j', (name) => {
  expect(plainName(name)).toBeNull()
})
