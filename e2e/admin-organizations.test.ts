import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../packages/server/src/platform/ids.ts'
import { type Person, press, serverWithOperator } from './operators.ts'
import { expectAccessiblePage, openPath, rowsIn } from './visit.ts'

const app = serverWithOperator()
const crowdCount = 60
const northwind = newId('organization')
const path = '/admin/organizations'
let ada: Person

test('without organizations the page says who creates them', async () => {
  const page = await app.openAs(app.operator, path)
  await page.getByText('No organizations yet').waitFor()
  await expectAccessiblePage('admin-organizations-none', app.viewAs(app.operator, path))
})

describe('with organizations', () => {
  const rows = (page: Page) => rowsIn(page, 'Organizations')

  beforeAll(async () => {
    ada = await app.signUp('Ada Lindqvist')
    await app.query(
      `insert into organization (id, slug, name, created_at)
       select gen_random_uuid(), 'crowd-' || n, 'Crowd ' || n, now() - interval '1 day' * n
         from generate_series(1, $1::int) n`,
      [crowdCount],
    )
    await app.query(
      `insert into organization (id, slug, name, created_at)
       values ($1, 'northwind', 'Northwind Traders', now())`,
      [northwind],
    )
    await app.query(
      `insert into member (organization_id, id, user_id, role, created_at)
       values ($1, gen_random_uuid(), $2, 'owner', now())`,
      [northwind, ada.id],
    )
    await app.query(
      `insert into organization_clock (organization_id, frozen_at) values ($1, '2027-03-01T12:00:00Z')`,
      [northwind],
    )
  })

  test.each([
    ['admin-organizations', () => path],
    ['admin-organizations-nobody', () => `${path}?q=nobody`],
    ['admin-organization', () => `${path}/${northwind}`],
  ])('%s fits and is accessible', (name, at) =>
    expectAccessiblePage(name, app.viewAs(app.operator, at())),
  )

  test('the list is searched from the keyboard, and a row opens its organization', async () => {
    const page = await app.openAs(app.operator, '/admin/users')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await press(page, 'g', 'o')
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor()
    await page.getByRole('searchbox').waitFor()
    await press(page, '/')
    await page.keyboard.type('NORTH')
    await page.waitForURL('**/admin/organizations?q=NORTH')
    await expect.poll(() => rows(page).count()).toBe(1)
    await press(page, 'Tab', 'j', 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Northwind Traders' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('NORTH')
  })

  test('older organizations are loaded on demand', async () => {
    const page = await app.openAs(app.operator, path)
    await expect.poll(() => rows(page).count()).toBe(50)
    await expect.poll(() => rows(page).first().innerText()).toContain('Northwind Traders')
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => rows(page).count()).toBe(crowdCount + 1)
    await expect.poll(() => rows(page).last().innerText()).toContain(`Crowd ${crowdCount}`)
  })

  test('a search without a match offers the whole list', async () => {
    const page = await app.openAs(app.operator, `${path}?q=nobody`)
    await page.getByRole('button', { name: 'Show all organizations' }).click()
    await expect.poll(() => rows(page).count()).toBe(50)
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('an owner leads to the page of the user', async () => {
    const page = await app.openAs(app.operator, `${path}/${northwind}`)
    await page.getByText('Stands still at').waitFor()
    await page.getByRole('link', { name: ada.name }).click()
    await page.getByRole('heading', { level: 1, name: ada.name }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/users/${ada.id}`)
  })

  test.each([newId('organization'), 'nonsense'])('%s is not found', async (id) => {
    const page = await app.openAs(app.operator, `${path}/${id}`)
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor()
    await expect.poll(() => page.title()).toContain('not found')
  })

  test('the pages are closed to everyone else, also to owners', async () => {
    const page = await app.openAs(ada, path)
    const title = () => page.getByRole('heading', { level: 1 }).innerText()
    await expect.poll(title).toBe('Page not found')
    await openPath(page, `${path}/${northwind}`)
    await expect.poll(title).toBe('Page not found')
  })
})
