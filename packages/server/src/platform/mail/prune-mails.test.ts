import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { pruneMails } from './prune-mails.ts'

const db = testDatabase()
const now = systemClock.now()

interface GivenMail {
  readonly status: string
  /** When it was queued, in real time. */
  readonly daysAgo: number
  /** What the clock of its organization showed then. */
  readonly createdAt?: Date
}

async function add({ status, daysAgo, createdAt }: GivenMail): Promise<void> {
  const queuedAt = new Date(now.getTime() - daysAgo * 86_400_000)
  const clock = { ...systemClock, now: () => queuedAt }
  await runOn(
    db.ownerUrl,
    `insert into mail (id, recipient, subject, body, status, created_at, sent_at)
     values ($1, 'ada@example.com', $2, case when $3 = 'queued' then 'x'::bytea end, $3, $4,
             case when $3 = 'sent' then now() end)`,
    [newId('mail', clock), `${status} ${daysAgo}`, status, createdAt ?? queuedAt],
  )
}

async function subjectsLeft(): Promise<string[]> {
  const left = await runOn<{ subject: string }>(db.ownerUrl, 'select subject from mail order by 1')
  return left.map(({ subject }) => subject)
}

it('mails that were sent or given up are deleted after 90 days, and those that wait are not', async () => {
  for (const status of ['queued', 'sent', 'failed']) {
    await add({ status, daysAgo: 89 })
    await add({ status, daysAgo: 91 })
  }
  await pruneMails(db.database.kysely, now)
  expect(await subjectsLeft()).toEqual(['failed 89', 'queued 89', 'queued 91', 'sent 89'])
})

it('the 90 days are of real time, whatever the clock of the organization shows', async () => {
  await runOn(db.ownerUrl, 'delete from mail')
  await add({ status: 'sent', daysAgo: 91, createdAt: new Date('2099-01-01') })
  await pruneMails(db.database.kysely, now)
  expect(await subjectsLeft()).toEqual([])
})
