import { describe, expect, it } from 'vitest'
import { queueRevision } from '../packages/server/src/platform/database/queue-schema.ts'
import { jobFaults, tasksHere } from './job-compatibility.ts'
import { readReleased } from './released.ts'

it('workers of the last release and of this code run the jobs of both', () => {
  expect(jobFaults(readReleased().tasks, tasksHere())).toEqual([])
})

it('the queue is the one of the last release', () => {
  // Another one may have migrations that stop the workers of the last release. graphile-worker names
  // such migrations; without one of them, `npm run test:upgrade` passes, and the record is changed.
  expect(readReleased().queueRevision).toBe(queueRevision)
})

it('the payloads of all tasks are known', () => {
  expect(tasksHere()).toMatchObject({
    'mail.send': { mailId: 'uuid' },
    'event.react': { organizationId: 'uuid | null', sequence: 'integer' },
    'orders.record_dispute': { status: 'string', 'isWarning?': 'boolean' },
    'mail.prune': {},
  })
})

describe('a planted fault is reported', () => {
  const released = { 'shelf.dust': { id: 'uuid', 'note?': 'string' }, 'shelf.sweep': {} }
  const keys = released['shelf.dust']

  it.each([
    [{ 'shelf.dust': keys }, 'shelf.sweep: jobs of the last release would wait for it forever'],
    [
      { ...released, 'shelf.dust': { 'note?': 'string' } },
      'shelf.dust: workers of the last release need id: keep it required for one more release',
    ],
    [
      { ...released, 'shelf.dust': { 'id?': 'uuid', 'note?': 'string' } },
      'shelf.dust: workers of the last release need id: keep it required for one more release',
    ],
    [
      { ...released, 'shelf.dust': { ...keys, id: 'string' } },
      'shelf.dust: id is string, and was uuid: workers of the last release can’t read it',
    ],
    [
      { ...released, 'shelf.dust': { ...keys, by: 'uuid' } },
      'shelf.dust: jobs of the last release have no by: let it be optional',
    ],
  ])('%o', (here, fault) => {
    expect(jobFaults(released, here)).toEqual([expect.stringContaining(fault)])
  })

  it('what is added, or was optional and is removed, is no fault', () => {
    const here = { 'shelf.dust': { id: 'uuid', 'by?': 'uuid' }, 'shelf.sweep': {}, 'shelf.new': {} }
    expect(jobFaults(released, here)).toEqual([])
  })
})
