import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  hasFocus,
  hold,
  newsOn,
  type Person,
  password,
  press,
  serverWithOperator,
} from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { createForSeller } from './sellers.ts'
import {
  arrive,
  everyCall,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  isLoaded,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization
let shopId = ''

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  await enroll(place, northwind, jun, 'member')
  const wishes = [
    { comment: 'Old importer', scopes: ['customers:read'], expires_in: 'P30D' },
    { comment: 'Shop backend', scopes: ['customers:write', 'products:write', 'orders:read'] },
    { comment: 'A reporting job with quite a long name', scopes: ['metrics:read'] },
  ]
  for (const wish of wishes) await createToken(page, northwind, wish)
  shopId = await tokenId(page, 'Shop backend')
  await place.query(
    `update organization_access_token
        set expires_at = now() - interval '1 day', last_used_at = now() - interval '2 days'
      where comment = 'Old importer'`,
    [],
  )
  await place.leave()
})

const made = z.object({ token: z.string() })

/** Answers the token itself. */
async function createToken(page: Page, organization: Organization, wish: object): Promise<string> {
  const path = 'organization-access-tokens'
  return made.parse(await createForSeller(page, organization, path, wish)).token
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
const stillYou = (page: Page) => page.getByRole('dialog', { name: 'Is it still you?' })

async function askToRevoke(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

/** As if somebody had signed in long ago. */
const age = ({ id }: Person) =>
  place.query(`update session set created_at = created_at - interval '2 days' where user_id = $1`, [
    id,
  ])

/** Whether the API lets in whoever shows it. */
const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${place.server.url}/v1/customers/`, { headers })).status
}

test.each([
  ['access-tokens', () => ada, () => tokensOf(northwind)],
  ['access-tokens-as-member', () => jun, () => tokensOf(northwind)],
  ['access-tokens-none', () => ada, () => tokensOf(empty)],
  ['access-token-new', () => ada, () => tokensOf(northwind, '/new')],
  ['access-token-change', () => ada, () => tokensOf(northwind, `/${shopId}`)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('the question before revoking is in order', () =>
  onEachScreen(place.lookAs(ada, tokensOf(northwind)), async (page, inEach) => {
    const dialog = await askToRevoke(page, 'Old importer')
    await inEach((view) => expectInOrder(page, 'access-token-revoke', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

test('who may only look is told so, and what isn’t there too', async () => {
  const page = await place.arriveAs(jun, tokensOf(northwind, '/new'))
  await page.getByText('Only owners and admins create and change access tokens.').waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).count()).toBe(0)
  await arrive(page, tokensOf(northwind, '/nothing'))
  await page.getByRole('heading', { name: 'There is no such access token' }).waitFor()
})

describe('the list', () => {
  test('says what each may do, how it stands and when it was used', async () => {
    const page = await place.arriveAs(jun, tokensOf(northwind))
    await isLoaded(page)
    const old = rowOf(page, 'Old importer')
    await old.getByText('expired', { exact: true }).waitFor()
    await expect.poll(() => old.innerText()).toContain('Read customers')
    await expect.poll(() => old.innerText()).toContain('2 days ago')
    const shop = rowOf(page, 'Shop backend')
    await shop.getByText('active', { exact: true }).waitFor()
    await expect.poll(() => shop.innerText()).toContain('Products, customers and 1 more')
    await page.getByText('Owners and admins create, change and revoke').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Create token' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  })

  test('is sorted, and the address keeps it', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind))
    await expect.poll(() => rows(page).first().innerText()).toContain('A reporting job')
    await page.getByRole('button', { name: 'Last used' }).click()
    await page.waitForURL('**/access-tokens?sort=last_used_at')
    await expect.poll(() => rows(page).first().innerText()).toContain('Old importer')
  })
})

describe('creating', () => {
  test('is done by keyboard alone, shows the token once, and it works', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind))
    await isLoaded(page)
    await press(page, 'c')
    const title = page.getByRole('heading', { name: 'Create an access token' })
    await title.waitFor()
    await expect.poll(() => hasFocus(title)).toBe(true)
    await press(page, 'Tab')
    await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true)
    await press(page, 'Enter')
    await page.getByText('Enter a name.').waitFor()
    await page.getByText('Choose at least one thing').waitFor()
    await page.keyboard.type('Keyboard')
    await page.getByLabel('Expires').selectOption('In 90 days')
    await page.getByText('It works until').waitFor()
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
    await inEveryView(
      () => Promise.resolve(page),
      (_, view) => expectInOrder(page, 'access-token-created', view),
    )
    await page.getByRole('link', { name: 'Done' }).click()
    const row = rowOf(page, 'Keyboard')
    await row.waitFor()
    await expect.poll(() => row.innerText()).toContain('Customers, customer meters and 2 more')
    await page.goBack()
    await page.getByLabel('Name', { exact: true }).waitFor()
    await expect.poll(() => page.getByText(token).count()).toBe(0)
  })

  test('leaves what is typed in the field where it is typed, however late a page is', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind, '/new'))
    await isLoaded(page)
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

  test('shows the token even where nothing else is heard of', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Bad line')
    await box(page, 'read Orders').check()
    await hold(page, everyCall, 'GET')
    await create(page).click()
    const token = page.getByLabel('Access token', { exact: true })
    await expect.poll(() => token.inputValue()).toMatch(/^guildhall_oat_/)
  })

  test('writing includes reading, and everything can be chosen at once', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind, '/new'))
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

  test('asks who it is where one signed in long ago, and then goes on', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('After a while')
    await box(page, 'read Orders').check()
    await age(ada)
    await create(page).click()
    await stillYou(page).getByLabel('Password', { exact: true }).fill(password)
    await expectInOrder(page, 'access-token-still-you', {
      width: 1280,
      theme: 'light',
      window: true,
    })
    await press(page, 'Enter')
    await page.getByText('After a while is ready.').waitFor()
  })

  test('that is called off loses nothing', async () => {
    const page = await place.arriveAs(ada, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Never mind')
    await box(page, 'read Orders').check()
    await age(ada)
    await create(page).click()
    await stillYou(page).getByRole('button', { name: 'Cancel' }).click()
    await stillYou(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByLabel('Name', { exact: true }).inputValue())
      .toBe('Never mind')
    await expect.poll(() => box(page, 'read Orders').isChecked()).toBe(true)
    await page.context().setOffline(true)
    await create(page).click()
    await page.getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
  })

  test('begins where the address says, for who comes back from signing in elsewhere', async () => {
    const search = '?name=Mobile&scopes=orders%3Aread%2Cnothing&expires=365'
    const page = await place.arriveAs(ada, tokensOf(northwind, `/new${search}`))
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mobile')
    await expect.poll(() => page.getByLabel('Expires').inputValue()).toBe('365')
    await expect.poll(() => box(page, 'read Orders').isChecked()).toBe(true)
    await page.getByText('1 of ').waitFor()
  })

  test('is refused in words to who is no admin any more', async () => {
    const zoe = await place.signUp('Zoe Zander')
    await enroll(place, northwind, zoe, 'admin')
    const page = await place.arriveAs(zoe, tokensOf(northwind, '/new'))
    await page.getByLabel('Name', { exact: true }).fill('Too late')
    await box(page, 'read Orders').check()
    await place.query(`update member set role = 'member' where user_id = $1`, [zoe.id])
    await create(page).click()
    await page.getByText('Only owners and admins create and change access tokens.').waitFor()
    await expect.poll(() => create(page).count()).toBe(0)
  })
})

test('a token gets another name and other scopes', async () => {
  const page = await place.arriveAs(ada, tokensOf(northwind))
  const token = await createToken(page, northwind, { comment: 'Narrow', scopes: ['orders:read'] })
  await page.reload()
  await isLoaded(page)
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
  await expect.poll(() => newsOn(page)).toContain('Wide is saved')
  await expect.poll(() => rowOf(page, 'Wide').innerText()).toContain('Read customers, orders')
  expect(await statusWith(token)).toBe(200)
})

describe('revoking', () => {
  test('says what happens, and lets nobody in any more', async () => {
    const page = await place.enterAs(ada)
    const wish = { comment: 'Leaked', scopes: ['customers:read'] }
    const token = await createToken(page, northwind, wish)
    expect(await statusWith(token)).toBe(200)
    await arrive(page, tokensOf(northwind))
    await isLoaded(page)
    const dialog = await askToRevoke(page, 'Leaked')
    await dialog.getByText('Every call with it is refused from now on.').waitFor()
    await picture(page, 'access-token-revoke-used', { width: 1280, theme: 'light', window: true })
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => newsOn(page)).toContain('Leaked is revoked')
    await expect.poll(() => rowOf(page, 'Leaked').count()).toBe(0)
    expect(await statusWith(token)).toBe(401)
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  })

  test('one that is gone already says so', async () => {
    const page = await place.enterAs(ada)
    await createToken(page, northwind, { comment: 'Gone', scopes: ['customers:read'] })
    await arrive(page, tokensOf(northwind))
    await isLoaded(page)
    const dialog = await askToRevoke(page, 'Gone')
    await place.query(`delete from organization_access_token where comment = 'Gone'`, [])
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('Somebody else was quicker.').waitFor()
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Keep as it is' }).isEnabled())
      .toBe(true)
  })
})
