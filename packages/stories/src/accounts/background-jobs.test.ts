import { expect, it } from 'vitest'
import { runOn } from '../../../server/test/sql.ts'
import { refusal, unwrap } from '../answers.ts'
import { testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const site = testSite()

async function signUp(email: string): Promise<Visitor> {
  const visitor = newVisitor(site)
  const password = 'a staple for the battery'
  unwrap(await visitor.auth.signUp.email({ name: 'Grace', email, password }))
  return visitor
}

/** The types of this client version lack these operations. */
const get = <T>({ auth }: Visitor, path: string) => auth.$fetch<T>(path)
const post = ({ auth }: Visitor, path: string, body: object) =>
  auth.$fetch(path, { method: 'POST', body })

const run = (statement: string) => runOn(site.database.ownerUrl, statement)

it('the operator finds a job that failed too often, and retries it', async () => {
  const operator = await signUp('grace@hopper.test')
  const ada = await signUp('ada@lovelace.test')
  await site.server.settle()
  await run(
    `select from graphile_worker.add_job('mail.prune', max_attempts => 3, run_at => now() + interval '1 day')`,
  )
  await run(
    `update graphile_worker._private_jobs set attempts = 3, last_error = 'the disk is full'
      where max_attempts = 3`,
  )
  const counted = unwrap(await get(operator, '/admin/count-jobs'))
  expect(counted).toMatchObject({ tasks: [{ task: 'mail.prune', dead: 1 }] })
  const { jobs } = unwrap(
    await get<{ jobs: { id: string; lastError: string }[] }>(
      operator,
      '/admin/list-jobs?state=dead',
    ),
  )
  expect(jobs).toMatchObject([{ task: 'mail.prune', lastError: 'the disk is full' }])
  const seen = { jobId: jobs[0]?.id, attempts: 3 }
  expect(refusal(await post(ada, '/admin/retry-job', seen))).toMatch(/^403 /)
  expect(unwrap(await post(operator, '/admin/retry-job', seen))).toEqual({ success: true })
  await expect
    .poll(() => run('select from graphile_worker._private_jobs'), { timeout: 30_000 })
    .toEqual([])
  expect(refusal(await post(operator, '/admin/retry-job', seen))).toBe('404 JOB_NOT_FOUND')
  const all = await post(operator, '/admin/retry-dead-jobs', { task: 'mail.prune' })
  expect(unwrap(all)).toEqual({ retriedCount: 0, deadCount: 0 })
})
