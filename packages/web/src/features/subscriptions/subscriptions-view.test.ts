import { expect, test } from 'vitest'
import { readSubscriptionsView } from './subscriptions-view.ts'

const product = '0190f2a0-0000-7000-8000-000000000001'

test.each([
  [{}, {}],
  [
    { state: 'ending', q: 42, page: 3, sort: '-amount', product },
    { state: 'ending', q: '42', page: 3, sort: '-amount', product },
  ],
  [{ state: 'past_due' }, { state: 'past_due' }],
  [{ state: 'paused', sort: 'price', page: 1, product: 'none' }, {}],
])('from %j the list shows %j', (search, view) =>
  expect(readSubscriptionsView(search)).toEqual(view),
)
