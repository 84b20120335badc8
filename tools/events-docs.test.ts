import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listEvents } from '../packages/server/src/app/jobs-by-event.ts'
import { eventsDocs, eventsDocsPath } from './events-docs.ts'

it('docs/events-and-jobs.md lists the current events and jobs (npx tsx tools/events-docs.ts)', async () => {
  expect(await readFile(eventsDocsPath, 'utf8')).toBe(eventsDocs())
})

it('order.paid triggers the mail to the customer', () => {
  const paid = listEvents().find(({ name }) => name === 'order.paid')
  expect(paid).toMatchObject({ audience: 'public' })
  expect(paid?.jobs).toContain('subscriptions.notify_customer')
})
