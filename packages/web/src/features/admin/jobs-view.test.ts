import { expect, it } from 'vitest'
import { readJobsView } from './jobs-view.ts'

it.each([
  [{}, {}],
  [
    { state: 'dead', task: 'mail.send' },
    { state: 'dead', task: 'mail.send' },
  ],
  [{ state: 'done', task: 'mail send' }, {}],
  [{ state: 7, task: '' }, {}],
])('the search %j shows %j', (search, view) => {
  expect(readJobsView(search)).toEqual(view)
})
