import { expect, test } from 'vitest'
import { customerStories } from './customer-stories.ts'
import { demoCustomers } from './demo-customers.ts'

const stories = customerStories(demoCustomers())

test('the stories are the same in every run', () => {
  expect(customerStories(demoCustomers())).toEqual(stories)
})

test('everybody arrives first, and nothing lies in the future or out of order', () => {
  for (const { customer, acts } of stories) {
    expect(acts[0]).toEqual({ daysAgo: customer.daysAgo, does: { kind: 'arrive' } })
    const days = acts.map(({ daysAgo }) => daysAgo)
    expect(days).toEqual(days.toSorted((one, other) => other - one))
    expect(days.every((daysAgo) => daysAgo > 0)).toBe(true)
  }
})

test('customers do everything that a seller should see', () => {
  const kinds = stories.flatMap(({ acts }) => acts.map(({ does }) => does.kind))
  expect([...new Set(kinds)].toSorted()).toEqual([
    'arrive',
    'buy',
    'cancel',
    'change_plan',
    'dispute',
    'draw',
    'leave',
    'return',
  ])
})
