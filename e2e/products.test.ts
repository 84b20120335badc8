import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSampleProducts, makeProduct, productsOf, setUsageBilling } from './catalog.ts'
import {
  hasFocus,
  holdRequests,
  openPalette,
  type Person,
  press,
  serverWithOperator,
  toastsOn,
} from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  rowsIn,
  screenshot,
} from './visit.ts'

const app = serverWithOperator()
const crowdCount = 26

let ada: Person
let jun: Person
let northwind: Organization
let fresh: Organization
let crowded: Organization
let teamId = ''

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  fresh = await createOrganization(page, 'Fresh')
  crowded = await createOrganization(page, 'Crowded')
  await addMember(app, northwind, jun, 'member')
  await setUsageBilling(page, northwind, true)
  teamId = await createSampleProducts(page, northwind)
  for (let number = 1; number <= crowdCount; number += 1) {
    await makeProduct(page, crowded, { name: `Edition ${number}` })
  }
  await app.endVisits()
})

const pages = [
  ['products', () => ada, () => productsOf(northwind, '?show=all')],
  ['products-as-member', () => jun, () => productsOf(northwind)],
  ['products-none', () => ada, () => productsOf(fresh)],
  ['product', () => ada, () => productsOf(northwind, `/${teamId}`)],
  ['product-as-member', () => jun, () => productsOf(northwind, `/${teamId}`)],
  ['product-unknown', () => ada, () => productsOf(northwind, `/${crowded.id}`)],
] as const

test.each(pages)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

const rows = (page: Page) => rowsIn(page, 'Products')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => rows(page).locator('a').allInnerTexts()
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openDialog(page: Page, name: string, action: string): Promise<Locator> {
  await button(page, `Actions for ${name}`).click()
  await item(page, action).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

/** Opens a page of a new organization of Ada's. */
async function openInNewOrganization(name: string, rest = '') {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  const open = (more = '') => openPath(page, productsOf(organization, more))
  if (rest !== '') await open(rest)
  return { page, organization, open }
}

test('the menus and dialogs of products fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, productsOf(northwind)), async (page, eachView) => {
    await button(page, 'Actions for Starter').click()
    await item(page, 'Copy ID').waitFor()
    await eachView((view) => screenshot(page, 'product-menu', { ...view, window: true }))
    await press(page, 'Escape')
    const dialog = await openDialog(page, 'Starter', 'Archive…')
    await eachView((view) =>
      expectAccessibleView(page, 'product-archive', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

describe('the list', () => {
  test('is searched, filtered and sorted, and the URL keeps it', async () => {
    const page = await app.openAs(ada, productsOf(northwind))
    await expect.poll(() => rows(page).count()).toBe(4)
    await press(page, '/')
    await page.keyboard.type('plan')
    await page.waitForURL('**/products?q=plan')
    await expect.poll(() => names(page)).toEqual([expect.stringContaining('Team plan')])
    await page.getByRole('radio', { name: 'All' }).check()
    await page.waitForURL('**/products?q=plan&show=all')
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Price' }).click()
    await page.waitForURL(/sort=-?price_amount/)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(2)
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('plan')
    await page.getByRole('radio', { name: 'Archived' }).check()
    await expect.poll(() => names(page)).toEqual([expect.stringContaining('archived')])
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('searchbox').fill('nothing')
    await button(page, 'Show all products').click()
    await expect.poll(() => rows(page).count()).toBe(5)
  })

  test('doesn’t say that nothing matches before the answer has come', async () => {
    const page = await app.openAs(ada, productsOf(northwind, '?q=zebra'))
    await page.getByText('No active product has a name like this.').waitFor()
    const release = await holdRequests(page, /\/v1\/products\/\?.*is_archived=true/)
    await page.getByRole('radio', { name: 'Archived' }).check()
    await page.waitForURL('**/products?q=zebra&show=archived')
    const said = page.getByText('No archived product has a name like this.')
    await page.getByRole('table', { name: 'Products' }).waitFor()
    expect(await said.count()).toBe(0)
    release()
    await said.waitFor()
  })

  test('shows the price of each', async () => {
    const page = await app.openAs(ada, productsOf(northwind))
    for (const [name, label] of [
      ['Team plan', '$29 / month + metered'],
      ['Icon pack', 'Pay what you want'],
      ['Starter', 'Free'],
    ] as const) {
      const cell = rowOf(page, name).getByRole('cell', { name: label, exact: true })
      await expect.poll(() => cell.count()).toBe(1)
    }
  })

  test('is paged, and shows the last page for a number that is too high', async () => {
    const page = await app.openAs(ada, productsOf(crowded))
    await expect.poll(() => rows(page).count()).toBe(25)
    await button(page, 'Next page').click()
    await page.waitForURL('**/products?page=2')
    await expect.poll(() => rows(page).count()).toBe(1)
    await openForViewing(page, productsOf(crowded, '?page=99'))
    await page.waitForURL('**/products?page=2')
  })

  test('opens a product by keyboard and edits it by a shortcut', async () => {
    const page = await app.openAs(ada, productsOf(northwind, '?q=team'))
    await rowOf(page, 'Team plan').waitFor()
    await press(page, 'j', 'Enter')
    await title(page, 'Team plan').waitFor()
    await press(page, 'e')
    await title(page, 'Edit Team plan').waitFor()
    await press(page, 'g', 'p')
    await title(page, 'Products').waitFor()
    await press(page, 'c')
    await title(page, 'Create a product').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(productsOf(northwind, '/new'))
  })

  test('archives a product, explains it, and restores it', async () => {
    const { page, organization, open } = await openInNewOrganization('Archive keepers')
    await makeProduct(page, organization, { name: 'Winter plan' })
    await open()
    const dialog = await openDialog(page, 'Winter plan', 'Archive…')
    await dialog.getByText('Customers can no longer buy it').waitFor()
    await dialog.getByText('Existing subscriptions continue to renew').waitFor()
    await button(dialog, 'Archive').click()
    await page.getByText('No products yet').waitFor()
    await expect.poll(() => toastsOn(page)).toContain('Winter plan archived')
    // The row that had the focus is gone.
    await expect.poll(() => hasFocus(title(page, 'Products'))).toBe(true)
    await page.getByRole('radio', { name: 'Archived' }).check()
    await rowOf(page, 'Winter plan').getByText('archived').waitFor()
    const back = await openDialog(page, 'Winter plan', 'Unarchive…')
    await button(back, 'Unarchive').click()
    await page.getByText('No archived products').waitFor()
  })
})

test('the page of a product escapes HTML and copies the id', async () => {
  const page = await app.openAs(ada, productsOf(northwind, `/${teamId}`))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(page, 'Description').getByText("<script>alert('no')</script>").waitFor()
  const link = page.getByRole('link', { name: 'a handbook' })
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener')
  await button(page, 'Copy ID').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(teamId)
})

test('the palette finds and opens products', async () => {
  const page = await app.openAs(jun, `/dashboard/${northwind.slug}`)
  const palette = await openPalette(page)
  await page.keyboard.type('icon pa')
  await palette.locator('[role=option][data-highlighted]', { hasText: 'Icon pack' }).waitFor()
  await press(page, 'Enter')
  await title(page, 'Icon pack').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toContain(productsOf(northwind, '/'))
})
