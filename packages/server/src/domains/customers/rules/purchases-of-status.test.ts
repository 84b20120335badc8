import { customerStatuses } from '@guildhall/contract/subscriptions/customer-statuses'
import { expect, test } from 'vitest'
import { purchasesOf } from './purchases-of-status.ts'

const someStatuses = ['past_due', 'unpaid', 'active', 'trialing', 'canceled'] as const

/** All sets of subscription statuses. */
const sets = Array.from({ length: 2 ** someStatuses.length }, (_, bits) =>
  someStatuses.filter((__, at) => (bits >> at) % 2 === 1),
)

test.each(sets.map((statuses) => [statuses]))(
  'a customer with %j has exactly one status',
  (statuses) => {
    for (const isPaying of [true, false]) {
      const found = customerStatuses.filter((one) => {
        const { has, hasNone, hasPaidOrder } = purchasesOf(one)
        return (
          (has === null || statuses.some((status) => status === has)) &&
          !statuses.some((status) => hasNone.includes(status)) &&
          (hasPaidOrder === null || hasPaidOrder === isPaying)
        )
      })
      expect(found).toEqual([statuses[0] ?? (isPaying ? 'one_time' : 'none')])
    }
  },
)
