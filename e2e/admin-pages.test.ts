import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasFocus, openPalette, type Person, press, serverWithOperator } from './operators.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
} from './visit.ts'

const app = serverWithOperator()
const crowdCount = 30
let ada: Person

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  await app.signUp('Jun Okafor')
  await app.query(
    `insert into users (id, email, email_verified, name, created_at, updated_at)
     select gen_random_uuid(), 'crowd' || n || '@crowd.example', true, 'Crowd ' || n,
            now() - interval '1 year' * n, now()
       from generate_series(1, $1::int) n`,
    [crowdCount],
  )
})

const pages = [
  ['admin-users', () => '/admin/users'],
  ['admin-nobody', () => '/admin/users?q=nobody&role=admin'],
  ['admin-user', () => `/admin/users/${ada.id}`],
  ['admin-new-user', () => '/admin/users/new'],
] as const

test.each(pages)('%s fits and is accessible', (name, path) =>
  expectAccessiblePage(name, app.viewAs(app.operator, path())),
)

test('actions and a dialog fit and are accessible', () =>
  onDesktopAndPhone(
    app.viewAs(app.operator, `/admin/users/${ada.id}`),
    async (page, eachView, screen) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Ban' }).waitFor()
      await expectAccessibleView(page, 'admin-actions', { ...screen, window: true })
      await page.getByRole('menuitem', { name: 'Ban' }).click()
      const chosen = page.getByRole('radio', { name: 'On a date' })
      await chosen.check()
      await eachView((view) => expectAccessibleView(page, 'admin-ban', { ...view, window: true }))
      await press(page, 'Escape')
      await chosen.waitFor({ state: 'detached' })
    },
  ))

describe('the list', () => {
  const rows = (page: Page) => rowsIn(page, 'Users')

  test('is searched from the keyboard, and a row opens its user', async () => {
    const page = await app.openAs(app.operator, '/admin/users')
    await page.getByRole('searchbox').waitFor()
    await press(page, '/')
    await page.keyboard.type('lindq')
    await page.waitForURL('**/admin/users?q=lindq')
    await expect.poll(() => rows(page).count()).toBe(1)
    await press(page, 'Tab', 'j', 'Enter')
    await page.waitForURL(`**/admin/users/${ada.id}`)
    await page.getByRole('heading', { level: 1, name: ada.name }).waitFor()
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('lindq')
  })

  test('moves the focus by J and K', async () => {
    const page = await app.openAs(app.operator, '/admin/users?sort=name')
    await rows(page).nth(2).waitFor()
    await press(page, 'j', 'j', 'j', 'k')
    await expect.poll(() => hasFocus(rows(page).nth(1).getByRole('link'))).toBe(true)
  })

  test('is filtered, and the URL keeps it', async () => {
    const page = await app.openAs(app.operator, '/admin/users')
    await page.getByRole('button', { name: 'Role', expanded: false }).click()
    await page.getByRole('menuitem', { name: 'Operators' }).click()
    await page.waitForURL('**/admin/users?role=admin')
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => rows(page).innerText()).toContain(app.operator.name)
    await page.getByRole('button', { name: 'Email', expanded: false }).click()
    await page.getByRole('menuitem', { name: 'Verified', exact: true }).click()
    await page.waitForURL('**/admin/users?role=admin&verified=yes')
    await page.getByText('No matching users').waitFor()
    await page.reload()
    await page.getByText('No matching users').waitFor()
    await page.getByRole('button', { name: 'Show all users' }).click()
    await page.waitForURL('**/admin/users')
    await expect.poll(() => rows(page).count()).toBe(25)
  })

  test('is sorted and paged, and the URL keeps it', async () => {
    const page = await app.openAs(app.operator, '/admin/users')
    await page.getByRole('button', { name: 'Joined' }).click()
    await page.waitForURL('**/admin/users?sort=createdAt')
    await expect.poll(() => rows(page).first().innerText()).toContain(`Crowd ${crowdCount}`)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/admin/users?sort=createdAt&page=2')
    await expect.poll(() => rows(page).last().innerText()).toContain('@example.com')
    await page.reload()
    await expect.poll(() => rows(page).last().innerText()).toContain('@example.com')
  })

  test('shows the last page for a page number that is too high', async () => {
    const page = await app.openAs(app.operator, '/admin/users?page=99')
    await page.waitForURL('**/admin/users?page=2')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
  })
})

describe('navigation', () => {
  const admin = (page: Page) => page.getByRole('option', { name: 'Admin' })

  test('opens the admin pages by the palette for operators', async () => {
    const page = await app.openAs(app.operator, '/account')
    await openPalette(page)
    await page.keyboard.type('admin')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Admin' }).waitFor()
    await press(page, 'Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/users')
  })

  test('opens each page by its keys', async () => {
    const page = await app.openAs(app.operator, '/admin/users')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await heading('Users').waitFor()
    await press(page, 'g', 'r')
    await heading('Reconciliation').waitFor()
    await press(page, 'g', 'u')
    await heading('Users').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/users')
  })

  test('opens the admin pages by the account menu for operators', async () => {
    const page = await app.openAs(app.operator, '/account')
    const menu = page.getByRole('button', { name: app.operator.email })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Admin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/account/)
  })

  test('hides the admin pages from other users', async () => {
    const page = await app.openAs(ada, '/admin/users')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await openPath(page, `/admin/users/${ada.id}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await openPath(page, '/account')
    await openPalette(page)
    await page.getByRole('option', { name: 'Account' }).first().waitFor()
    await expect.poll(() => admin(page).count()).toBe(0)
    await press(page, 'Escape')
    await page.getByRole('button', { name: ada.email }).click()
    await page.getByRole('menuitem', { name: 'Account' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Admin' }).count()).toBe(0)
  })
})
