import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Person, press, serverWithOperator } from './operators.ts'
import { expectAccessiblePage } from './visit.ts'

const app = serverWithOperator()
const path = '/admin/health'
let ada: Person

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
})

const problems = (page: Page) => page.getByRole('region', { name: 'Problems' })

test('the checks that pass are listed, with the figures', async () => {
  const page = await app.openAs(app.operator, '/admin/users')
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await press(page, 'g', 'h')
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  const passed = page.getByRole('region', { name: 'In order' })
  await passed.getByText('History is append-only').waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Figures' }).innerText())
    .toMatch(/Version\s+\d+\.\d+\.\d+/)
  await expectAccessiblePage('admin-health', app.viewAs(app.operator, path))
})

test('each problem has its way out, and is gone once it is mended', async () => {
  const add = `select graphile_worker.add_job($1, run_at => now() + interval '1 day')`
  await app.query(add, ['test.given_up'])
  const ofTest = `from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`
  await app.query(`update graphile_worker._private_jobs j set attempts = max_attempts ${ofTest}`, [
    'test.given_up',
  ])
  const page = await app.openAs(app.operator, path)
  await problems(page).getByText('1 job failed in all attempts').waitFor()
  await expect
    .poll(() => problems(page).innerText())
    .toContain('The page Jobs shows each with its error')
  await expectAccessiblePage('admin-health-problem', app.viewAs(app.operator, path))
  await app.query(`delete from graphile_worker._private_jobs j using ${ofTest.slice(5)}`, [
    'test.given_up',
  ])
  const button = page.getByRole('button', { name: 'Check again' })
  await button.focus()
  await press(page, 'Enter')
  await expect.poll(() => page.getByText('1 job failed').count()).toBe(0)
})

test('the page is closed to everyone else', async () => {
  const page = await app.openAs(ada, path)
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toBe('Page not found')
})
