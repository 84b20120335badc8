import { expect, test } from 'vitest'
import { cancelingText, cancelNowText, endingText } from './ending-text.ts'

test.each([
  ['active', 'Only what isn’t billed yet, such as usage, is charged then.'],
  ['trialing', 'Nothing is charged.'],
] as const)('what is charged at the end of one that is %s', (status, charged) => {
  expect(cancelingText({ status }, '2 Mar 2027')).toContain(
    `until 2 Mar 2027 and doesn’t renew. ${charged}`,
  )
  expect(endingText({ status })).toContain(charged)
  expect(cancelNowText({ status })).toContain(charged.replace('then', 'now'))
})
