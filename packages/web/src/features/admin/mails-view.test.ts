import { expect, it } from 'vitest'
import { readMailsView } from './mails-view.ts'

it.each([
  [{}, {}],
  [
    { state: 'failed', recipient: 'zoe@example.com' },
    { state: 'failed', recipient: 'zoe@example.com' },
  ],
  [{ state: 'bounced', recipient: 'zoe' }, {}],
  [{ state: 1, recipient: 'a b@example.com' }, {}],
])('the search %j shows %j', (search, view) => {
  expect(readMailsView(search)).toEqual(view)
})
