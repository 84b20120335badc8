import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { northwindServer } from './northwind.ts'
import { hasFocus, holdRequests, type Person, password, press, toastsOn } from './operators.ts'
import { addMember, type Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'
import {
  apiUrls,
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  screenshot,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let shopId = ''

setUp(async (page) => {
  const inputs = [
    { comment: 'Old importer', scopes: ['customers:read'], expires_in: 'P30D' },
    { comment: 'Shop backend', scopes: ['customers:write', 'products:write', 'orders:read'] },
    { comment: 'A reporting job with quite a long name', scopes: ['metrics:read'] },
  ]
  for (const options of inputs) await createToken(page, northwind, options)
  shopId = await tokenId(page, 'Shop backend')
  await app.query(
    `update organization_access_token
        set expires_at = now() - interval '1 day', last_used_at = now() - interval '2 days'
      where comment = 'Old importer'`,
    [],
  )
})

const made = z.object({ token: z.string() })

/** Returns the token's value. */
async function createToken(
  page: Page,
  organization: Organization,
  options: object,
): Promise<string> {
  const path = 'organization-access-tokens'
  return made.parse(await createForSeller(page, organization, path, options)).token
}

async function tokenId(page: Page, name: string): Promise<string> {
  const list = z.object({ items: z.array(z.object({ id: z.string(), comment: z.string() })) })
  const path = `/v1/organization-access-tokens/?organization_id=${northwind.id}`
  const { items } = list.parse(await (await page.request.get(path)).json())
  return items.find(({ comment }) => comment === name)?.id ?? ''
}

const tokensOf = ({ slug }: Organization, rest = '') =>
  `/dashboard/${slug}/settings/access-tokens${rest}`

const rows = (page: Page) => rowsIn(page, 'Access tokens')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const create = (page: Page) => page.getByRole('button', { name: 'Create token' })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const reauthDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

async function openRevokeDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

/** Makes a person's sessions too old for sensitive actions. */
const ageSessions = ({ id }: Person) =>
  app.query(`update session set created_at = created_at - interval '2 days' where user_id = $1`, [
    id,
  ])

/** The API's status for a request with this token. */
const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${app.server.url}/v1/customers/`, { headers })).status
}

test.each([
  ['access-tokens', () => ada, () => tokensOf(northwind)],
  ['access-tokens-as-member', () => jun, () => tokensOf(northwind)],
  ['access-tokens-none', () => ada, () => tokensOf(empty)],
  ['access-token-new', () => ada, () => tokensOf(northwind, '/new')],
  ['access-token-change', () => ada, () => tokensOf(northwind, `/${shopId}`)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the confirmation before revoking fits and is accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, tokensOf(northwind)), async (page, eachView) => {
    const dialog = await openRevokeDialog(page, 'Old importer')
    await eachView((view) =>
      expectAccessibleView(page, 'access-token-revoke', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test('members and missing pages get an explanation', async () => {
  const page = await app.openAs(jun, tokensOf(northwind, '/new'))
  await page.getByText('Only owners and admins can create and change access tokens.').waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).count()).toBe(0)
  await openPath(page, tokensOf(northwind, '/nothing'))
  await page.getByRole('heading', { name: 'Access token not found' }).waitFor()
})

describe('the list', () => {
  test('shows scopes, status and last use of each', async () => {
    const page = await app.openAs(jun, tokensOf(northwind))
    await waitUntilLoaded(page)
    const old = rowOf(page, 'Old importer')
    await old.getByText('expired', { exact: true }).waitFor()
    await expect.poll(() => old.innerText()).toContain('Read customers')
    await expect.poll(() => old.innerText()).toContain('2 days ago')
    const shop = rowOf(page, 'Shop backend')
    await shop.getByText('active', { exact: true }).waitFor()
    await expect.poll(() => shop.innerText()).toContain('Products, customers and 1 more')
    await page.getByText('Owners and admins can create, change and revoke').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create token' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  })

  test('is sorted, and the URL keeps it', async () => {
    const page = await app.openAs(ada, tokensOf(northwind))
    await expect.poll(() => rows(page).first().innerText()).toContain('A reporting job')
    await page.getByRole('button', { name: 'Last used' }).click()
    await page.waitForURL('**/access-tokens?sort=last_used_at')
    await expect.poll(() => rows(page).first().innerText()).toContain('Old importer')
  })
})

describe('creating', () => {
  test('works by keyboard, and shows a working token once', async () => {
    const page = await app.openAs(ada, tokensOf(northwind))
    await waitUntilLoaded(page)
    await press(page, 'c')
    const title = page.getByRole('heading', { name: 'Create an access token' })
    await title.waitFor()
    await expect.poll(() => hasFocus(title)).toBe(true)
    await press(page, 'Tab')
    await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true)
    await press(page, 'Enter')
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('Choose at least one permission').waitFor()
    await page.keyboard.type('Keyboard')
    await page.getByLabel('Expires').selectOption('In 90 days')
    await page.getByText('Valid until').waitFor()
    await box(page, 'Customers').focus()
    await press(page, 'Space', 'Enter')
    await page.getByText('Keyboard is ready.').waitFor()
    const secret = page.getByLabel('Access token', { exact: true })
    await expect.poll(() => secret.inputValue()).toMatch(/^guildhall_oat_/)
    const token = await secret.inputValue()
    expect(await statusWith(token)).toBe(200)
    const code = page.getByRole('figure', { name: 'Try it' })
    await expect.poll(() => code.innerText()).toContain(`accessToken: '${token}'`)
    await expect.poll(() => code.innerText()).toContain('customers.list')
    await page.getByRole('radio', { name: 'curl' }).check()
    await expect.poll(() => code.innerText()).toContain(`Bearer ${token}`)
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'access-token-created', view),
    )
    await page.getByRole('link', { name: 'Done' }).click()
    const row = rowOf(page, 'Keyboard')
    await row.waitFor()
    await expect.poll(() => row.innerText()).toContain('Customers, customer meters and 2 more')
    await page.goBack()
    await page.getByLabel('Name', { exact: true }).waitFor()
    await expect.poll(() => page.getByText(token).count()).toBe(0)
  })

  test('grants what a usual task needs at once', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await waitUntilLoaded(page)
    const task = page.getByRole('button', { name: 'Report usage' })
    await box(page, 'Customers').check()
    await task.click()
    await expect.poll(() => task.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => box(page, 'Customers').isChecked()).toBe(false)
    await page.getByLabel('Name', { exact: true }).fill('Usage reporter')
    await create(page).click()
    await page.getByText('Usage reporter is ready.').waitFor()
    await page.getByRole('link', { name: 'Done' }).click()
    const row = rowOf(page, 'Usage reporter')
    await expect.poll(() => row.innerText()).toContain('meters')
  })

  test('keeps typed text in its field while a page loads late', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await waitUntilLoaded(page)
    const name = page.getByLabel('Name', { exact: true })
    await page.evaluate(() => {
      const later = window.setTimeout
      const muchLater = (act: () => void, after = 0) => later(act, after + 500)
      Object.assign(window, { setTimeout: muchLater })
    })
    await name.press('Enter')
    await page.getByText('Enter a name.').waitFor()
    await page.keyboard.type('La')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await page.keyboard.type('te')
    await expect.poll(() => name.inputValue()).toBe('Late')
    await page.reload()
  })

  test('shows the token even if the list can’t be reloaded', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Bad line')
    await box(page, 'read Orders').check()
    await holdRequests(page, apiUrls, 'GET')
    await create(page).click()
    const token = page.getByLabel('Access token', { exact: true })
    await expect.poll(() => token.inputValue()).toMatch(/^guildhall_oat_/)
  })

  test('write scopes include read scopes, and one checkbox selects all', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await box(page, 'write Products').check()
    await expect.poll(() => box(page, 'read Products').isChecked()).toBe(true)
    await box(page, 'read Products').uncheck()
    await expect.poll(() => box(page, 'write Products').isChecked()).toBe(false)
    await box(page, 'Select all').check()
    await expect.poll(() => box(page, 'write Webhooks').isChecked()).toBe(true)
    await box(page, 'Catalog').uncheck()
    await expect.poll(() => box(page, 'read Products').isChecked()).toBe(false)
    const isMixed = (input: HTMLInputElement) => input.indeterminate
    await expect.poll(() => box(page, 'Select all').evaluate(isMixed)).toBe(true)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  })

  test('asks for the password after an old sign-in, then continues', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('After a while')
    await box(page, 'read Orders').check()
    await ageSessions(ada)
    await create(page).click()
    await reauthDialog(page).getByLabel('Password', { exact: true }).fill(password)
    await expectAccessibleView(page, 'access-token-reauthentication', {
      width: 1280,
      theme: 'light',
      window: true,
    })
    await press(page, 'Enter')
    await page.getByText('After a while is ready.').waitFor()
  })

  test('keeps the input when the password is not given', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Never mind')
    await box(page, 'read Orders').check()
    await ageSessions(ada)
    await create(page).click()
    await reauthDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await reauthDialog(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('Never mind')
    await expect.poll(() => box(page, 'read Orders').isChecked()).toBe(true)
    await page.context().setOffline(true)
    await create(page).click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
  })

  test('warns about a token that never expires', async () => {
    const page = await app.openAs(ada, tokensOf(northwind, '/new'))
    const warning = page.getByText('Valid until it is revoked. Tokens that expire are safer.')
    const expires = page.getByRole('combobox', { name: 'Expires' })
    await expires.selectOption('In a year')
    await page.getByText('Valid until').waitFor()
    await expect.poll(() => warning.count()).toBe(0)
    await expires.selectOption('Never')
    await warning.waitFor()
    await page.getByLabel('Name', { exact: true }).fill('For ever')
    await box(page, 'read Orders').check()
    await create(page).click()
    await page.getByText('For ever is ready.').waitFor()
    await page.getByRole('link', { name: 'Done' }).click()
    const expiry = rowOf(page, 'For ever').getByRole('cell').filter({ hasText: 'never' })
    await expect.poll(() => expiry.count()).toBe(2)
  })

  test('is prefilled from the URL', async () => {
    const search = '?name=Mobile&scopes=orders%3Aread%2Cnothing&expires=365'
    const page = await app.openAs(ada, tokensOf(northwind, `/new${search}`))
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mobile')
    await expect.poll(() => page.getByLabel('Expires').inputValue()).toBe('365')
    await expect.poll(() => box(page, 'read Orders').isChecked()).toBe(true)
    await page.getByText('1 of ').waitFor()
  })

  test('is refused with a reason to a former admin', async () => {
    const zoe = await app.signUp('Zoe Zander')
    await addMember(app, northwind, zoe, 'admin')
    const page = await app.openAs(zoe, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Too late')
    await box(page, 'read Orders').check()
    await app.query(`update member set role = 'member' where user_id = $1`, [zoe.id])
    await create(page).click()
    await page.getByText('Only owners and admins can create and change access tokens.').waitFor()
    await expect.poll(() => create(page).count()).toBe(0)
  })
})

test('a token is renamed and gets other scopes', async () => {
  const page = await app.openAs(ada, tokensOf(northwind))
  const token = await createToken(page, northwind, { comment: 'Narrow', scopes: ['orders:read'] })
  await page.reload()
  await waitUntilLoaded(page)
  expect(await statusWith(token)).toBe(403)
  await rowOf(page, 'Narrow').getByRole('link').focus()
  await press(page, 'Enter')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Use at most 200 characters.').waitFor()
  await name.fill('Wide')
  await box(page, 'read Customers').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/access-tokens')
  await expect.poll(() => toastsOn(page)).toContain('Wide saved')
  await expect.poll(() => rowOf(page, 'Wide').innerText()).toContain('Read customers, orders')
  expect(await statusWith(token)).toBe(200)
})

describe('revoking', () => {
  test('explains the consequences, and the token stops working', async () => {
    const page = await app.signInAs(ada)
    const options = { comment: 'Leaked', scopes: ['customers:read'] }
    const token = await createToken(page, northwind, options)
    expect(await statusWith(token)).toBe(200)
    await openPath(page, tokensOf(northwind))
    await waitUntilLoaded(page)
    const dialog = await openRevokeDialog(page, 'Leaked')
    await dialog.getByText('All requests with this token are rejected from now on.').waitFor()
    await screenshot(page, 'access-token-revoke-used', {
      width: 1280,
      theme: 'light',
      window: true,
    })
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => toastsOn(page)).toContain('Leaked revoked')
    await expect.poll(() => rowOf(page, 'Leaked').count()).toBe(0)
    expect(await statusWith(token)).toBe(401)
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })

  test('one that was already deleted says so', async () => {
    const page = await app.signInAs(ada)
    await createToken(page, northwind, { comment: 'Gone', scopes: ['customers:read'] })
    await openPath(page, tokensOf(northwind))
    await waitUntilLoaded(page)
    const dialog = await openRevokeDialog(page, 'Gone')
    await app.query(`delete from organization_access_token where comment = 'Gone'`, [])
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('This token was already revoked.').waitFor()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Keep as it is' }).isEnabled())
      .toBe(true)
  })
})
