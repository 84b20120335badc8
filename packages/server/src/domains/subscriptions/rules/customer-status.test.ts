import { expect, it } from 'vitest'
import { customerStatusOf } from './customer-status.ts'

it.each([
  [[], false, 'none'],
  [[], true, 'one_time'],
  [['incomplete'], false, 'none'],
  [['incomplete_expired'], false, 'none'],
  [['incomplete_expired'], true, 'one_time'],
  [['canceled'], false, 'canceled'],
  [['canceled'], true, 'canceled'],
  [['trialing', 'canceled'], false, 'trialing'],
  [['trialing', 'active'], true, 'active'],
  [['active', 'unpaid'], true, 'unpaid'],
  [['unpaid', 'past_due', 'active', 'incomplete'], true, 'past_due'],
] as const)('%j and a paid order: %j make %s', (statuses, hasPaidOrder, status) => {
  expect(customerStatusOf({ statuses, hasPaidOrder })).toBe(status)
})
