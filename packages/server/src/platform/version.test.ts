import { expect, test } from 'vitest'
import { isOlder } from './version.ts'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['0.9.9', '1.0.0', true],
  ['1.0.0', '1.0.1', true],
  ['0.1.0', '0.1.0', false],
  ['0.2.0-rc.1', '0.2.0', false],
  ['0.2.0', '0.1.9', false],
  ['1.0.0', '0.9.9', false],
])('%s is older than %s: %s', (one, other, expected) => {
  expect(isOlder(one, other)).toBe(expected)
})
