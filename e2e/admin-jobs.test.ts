import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Person, press, serverWithOperator } from './operators.ts'
import { expectAccessiblePage, expectAccessibleView, onDesktopAndPhone, rowsIn } from './visit.ts'

const app = serverWithOperator()
const path = '/admin/jobs'
let stranger: Person

beforeAll(async () => {
  stranger = await app.signUp('Ada Lindqvist')
  await app.server.settle()
  await app.query('delete from graphile_worker._private_jobs', [])
})

/** No worker runs these tasks, and no job is due before the tests are over. */
const add = (task: string, attempts: number, error: string | null = null) =>
  app.query(
    `with task as (
       insert into graphile_worker._private_tasks (identifier) values ($1)
       on conflict (identifier) do update set identifier = excluded.identifier returning id)
     insert into graphile_worker._private_jobs (task_id, attempts, last_error, run_at, payload)
     select id, $2, $3, now() + interval '2 hours',
            '{"organizationId": "01a1f8f0-0000-7000-8000-000000000001", "note": "kept to itself"}'
       from task`,
    [task, attempts, error],
  )

const jobs = (page: Page) => rowsIn(page, 'Jobs')

test('an empty queue says so', async () => {
  const page = await app.openAs(app.operator, path)
  await page.getByText('The queue is empty.').waitFor()
  await expectAccessiblePage('admin-jobs-none', app.viewAs(app.operator, path))
  expect(await jobs(page).count()).toBe(0)
})

test('the jobs of the queue are counted, listed and filtered', async () => {
  await add('toys.wrap_and_send', 25, 'connect ECONNREFUSED 10.0.0.7:443')
  await add('toys.wrap_and_send', 25, '550 no mailbox for zoe@example.com')
  await add('toys.paint', 3, 'the paint has dried')
  await add('toys.paint', 0)
  const page = await app.openAs(app.operator, path)
  await expect.poll(() => jobs(page).count()).toBe(4)
  await page.getByText('2 dead').waitFor()
  await expectAccessiblePage('admin-jobs', app.viewAs(app.operator, path))
  await page.getByRole('button', { name: 'State', expanded: false }).click()
  await page.getByRole('menuitem', { name: 'retrying' }).click()
  await page.waitForURL('**/admin/jobs?state=retrying')
  await expect.poll(() => jobs(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Task', expanded: false }).click()
  await page.getByRole('menuitem', { name: 'toys.wrap_and_send' }).click()
  await page.waitForURL('**/admin/jobs?state=retrying&task=toys.wrap_and_send')
  await page.getByText('No matching jobs').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show all jobs' }).click()
  await expect.poll(() => jobs(page).count()).toBe(4)
})

test('a job is opened and retried from the keyboard', async () => {
  const page = await app.openAs(app.operator, `${path}?state=dead`)
  await expect.poll(() => jobs(page).count()).toBe(2)
  await press(page, 'j', 'Enter')
  const sheet = page.getByRole('dialog')
  await expect.poll(() => sheet.innerText()).toContain('550 no mailbox for [masked]')
  const text = await sheet.innerText()
  expect(text).toContain('01a1f8f0-0000-7000-8000-000000000001')
  expect(text).not.toContain('kept to itself')
  await sheet.getByRole('button', { name: 'Retry now' }).press('Enter')
  await page.getByText('toys.wrap_and_send is run again').waitFor()
  await expect.poll(() => jobs(page).count()).toBe(1)
})

test('a job that was tried since it was opened is not retried', async () => {
  const page = await app.openAs(app.operator, `${path}?state=dead`)
  await jobs(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Retry now' }).waitFor()
  await app.query('update graphile_worker._private_jobs set attempts = 24 where attempts = 25', [])
  await sheet.getByRole('button', { name: 'Retry now' }).click()
  await expect
    .poll(() => sheet.getByRole('status').or(sheet.getByRole('alert')).innerText())
    .toContain('in the meantime')
  await app.query('update graphile_worker._private_jobs set attempts = 25 where attempts = 24', [])
})

test('the sheet and the dialog fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(app.operator, path), async (page, eachView, screen) => {
    await jobs(page).filter({ hasText: 'the paint' }).click()
    await page.getByRole('button', { name: 'Retry now' }).waitFor()
    await eachView((view) => expectAccessibleView(page, 'admin-job', { ...view, window: true }))
    await press(page, 'Escape')
    await page.getByRole('button', { name: 'Retry… the dead jobs of toys.wrap_and_send' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectAccessibleView(page, 'admin-retry-jobs', { ...screen, window: true })
    await press(page, 'Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }))

test('the dead jobs of a task are retried together', async () => {
  const page = await app.openAs(app.operator, path)
  await page.getByRole('button', { name: 'Retry… the dead jobs of toys.wrap_and_send' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.poll(() => dialog.innerText()).toContain('Retry 1 dead job of toys.wrap_and_send?')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('1 job retried').waitFor()
  await expect.poll(() => page.getByText('dead', { exact: true }).count()).toBe(0)
})

test('the page is closed to everyone else', async () => {
  const page = await app.openAs(stranger, path)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('found')
})

test('without a mail server the mail log says so, and sends nothing', async () => {
  const mails = '/admin/mails'
  const page = await app.openAs(app.operator, mails)
  await page.getByText('Mails stay queued.').waitFor()
  await expectAccessiblePage('admin-mails-without-server', app.viewAs(app.operator, mails))
  await rowsIn(page, 'Mails').first().click()
  const sheet = page.getByRole('dialog')
  await expect.poll(() => sheet.innerText()).toContain('New sign-in')
  expect(await sheet.getByRole('button', { name: 'Send now' }).count()).toBe(0)
})
