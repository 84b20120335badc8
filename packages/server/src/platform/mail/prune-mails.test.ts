import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { runOn } from '../../../test/sql.ts'
import { systemClock } from '../clock.ts'
import { pruneMails } from './prune-mails.ts'

const db = testDatabase()

it('mails that were sent or given up are deleted after 90 days, and those that wait are not', async () => {
  await runOn(
    db.ownerUrl,
    `insert into mail (id, recipient, subject, body, status, created_at, sent_at)
     select gen_random_uuid(), 'ada@example.com', status || ' ' || days,
            case when status = 'queued' then 'x'::bytea end, status,
            now() - make_interval(days => days), case when status = 'sent' then now() end
       from unnest(array['queued', 'sent', 'failed']) status, unnest(array[89, 91]) days`,
  )
  await pruneMails(db.database.kysely, systemClock.now())
  const left = await runOn<{ subject: string }>(db.ownerUrl, 'select subject from mail order by 1')
  expect(left.map(({ subject }) => subject)).toEqual([
    'failed 89',
    'queued 89',
    'queued 91',
    'sent 89',
  ])
})
