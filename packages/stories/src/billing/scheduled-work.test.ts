import { expect, it } from 'vitest'
import { domains } from '../../../server/src/app/domains.ts'
import { platformJobs } from '../../../server/src/app/platform-jobs.ts'
import { schedulesOf } from '../../../server/src/platform/jobs.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { runOn } from '../../../server/test/sql.ts'
import { testSite } from '../site.ts'
import { newShop } from './shop.ts'

const site = testSite()

// On a cluster this shows also what each of them asks its nodes, at whatever time the tests run.
it('all that runs by the hour or by night runs in an organization that sells', async () => {
  const shop = await newShop(site, '2031-01-31')
  await shop.subscribe(await shop.createProduct('Pro', 30))
  const schedules = schedulesOf([
    ...platformJobs,
    ...domains.flatMap((domain) => domain.jobs ?? []),
  ])
  const { ownerUrl } = site.database
  expect(schedules.length).toBeGreaterThan(20)
  for (const { task, payload } of schedules) {
    await runOn(ownerUrl, 'select graphile_worker.add_job($1, $2::json, job_key => $3)', [
      task,
      JSON.stringify(payload ?? {}),
      `now:${task}`,
    ])
  }
  await eventually(async () => {
    const left = await runOn(
      ownerUrl,
      'select task_identifier as task, last_error as error from graphile_worker.jobs where key like $1',
      ['now:%'],
    )
    expect(left).toEqual([])
  })
})
