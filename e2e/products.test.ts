import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawing, makeProduct, productsOf, stockUp, switchUsage } from './catalog.ts'
import {
  hasFocus,
  newsOn,
  openPalette,
  type Person,
  press,
  serverWithOperator,
} from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  onEachScreen,
  picture,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()
const crowdCount = 26

let ada: Person
let jun: Person
let northwind: Organization
let fresh: Organization
let crowded: Organization
let teamId = ''

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  fresh = await found(page, 'Fresh')
  crowded = await found(page, 'Crowded')
  await enroll(place, northwind, jun, 'member')
  await switchUsage(page, northwind, true)
  teamId = await stockUp(page, northwind)
  for (let number = 1; number <= crowdCount; number += 1) {
    await makeProduct(page, crowded, { name: `Edition ${number}` })
  }
  await place.leave()
})

const pages = [
  ['products', () => ada, () => productsOf(northwind, '?show=all')],
  ['products-as-member', () => jun, () => productsOf(northwind)],
  ['products-none', () => ada, () => productsOf(fresh)],
  ['product', () => ada, () => productsOf(northwind, `/${teamId}`)],
  ['product-as-member', () => jun, () => productsOf(northwind, `/${teamId}`)],
  ['product-unknown', () => ada, () => productsOf(northwind, `/${crowded.id}`)],
] as const

test.each(pages)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

const rows = (page: Page) => rowsIn(page, 'Products')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => rows(page).locator('a').allInnerTexts()
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await button(page, `Actions for ${name}`).click()
  await item(page, action).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

/** Ada with an organization that only this test knows. */
async function arriveWithOwn(name: string, rest = '') {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  const open = (more = '') => arrive(page, productsOf(organization, more))
  if (rest !== '') await open(rest)
  return { page, organization, open }
}

test('what floats above the products is in order', () =>
  onEachScreen(place.lookAs(ada, productsOf(northwind)), async (page, inEach) => {
    await button(page, 'Actions for Starter').click()
    await item(page, 'Copy id').waitFor()
    await inEach((view) => picture(page, 'product-menu', { ...view, window: true }))
    await press(page, 'Escape')
    const dialog = await ask(page, 'Starter', 'Archive…')
    await inEach((view) => expectInOrder(page, 'product-archive', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  }))

describe('the list', () => {
  test('is searched, narrowed and sorted, and the address keeps all of it', async () => {
    const page = await place.arriveAs(ada, productsOf(northwind))
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

  test('says what each costs', async () => {
    const page = await place.arriveAs(ada, productsOf(northwind))
    for (const [name, label] of [
      ['Team plan', '$29 / month + metered'],
      ['Icon pack', 'Pay what you want'],
      ['Starter', 'Free'],
    ] as const) {
      const cell = rowOf(page, name).getByRole('cell', { name: label, exact: true })
      await expect.poll(() => cell.count()).toBe(1)
    }
  })

  test('is paged, and a page that isn’t there is the last one', async () => {
    const page = await place.arriveAs(ada, productsOf(crowded))
    await expect.poll(() => rows(page).count()).toBe(25)
    await button(page, 'Next page').click()
    await page.waitForURL('**/products?page=2')
    await expect.poll(() => rows(page).count()).toBe(1)
    await arriveToLook(page, productsOf(crowded, '?page=99'))
    await page.waitForURL('**/products?page=2')
  })

  test('opens a product by keyboard, which is edited by a key', async () => {
    const page = await place.arriveAs(ada, productsOf(northwind, '?q=team'))
    await rowOf(page, 'Team plan').waitFor()
    await press(page, 'j', 'Enter')
    await title(page, 'Team plan').waitFor()
    await press(page, 'e')
    await title(page, 'Edit Team plan').waitFor()
    await press(page, 'g', 'p')
    await title(page, 'Products').waitFor()
    await press(page, 'c')
    await title(page, 'New product').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(productsOf(northwind, '/new'))
  })

  test('archives a product and says what that means, and takes it back', async () => {
    const { page, organization, open } = await arriveWithOwn('Archive keepers')
    await makeProduct(page, organization, { name: 'Winter plan' })
    await open()
    const dialog = await ask(page, 'Winter plan', 'Archive…')
    await dialog.getByText('Nobody can buy it any more').waitFor()
    await dialog.getByText('Those who subscribed stay subscribed').waitFor()
    await button(dialog, 'Archive').click()
    await page.getByText('Nothing is for sale yet').waitFor()
    await expect.poll(() => newsOn(page)).toContain('Winter plan is archived')
    // The row that had the focus is gone.
    await expect.poll(() => hasFocus(title(page, 'Products'))).toBe(true)
    await page.getByRole('radio', { name: 'Archived' }).check()
    await rowOf(page, 'Winter plan').getByText('archived').waitFor()
    const back = await ask(page, 'Winter plan', 'Unarchive…')
    await button(back, 'Unarchive').click()
    await page.getByText('Nothing is archived').waitFor()
  })
})

test('the page of a product shows no HTML that somebody wrote, and copies its id', async () => {
  const page = await place.arriveAs(ada, productsOf(northwind, `/${teamId}`))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(page, 'Description').getByText("<script>alert('no')</script>").waitFor()
  const link = page.getByRole('link', { name: 'a handbook' })
  await expect.poll(() => link.getAttribute('rel')).toContain('noopener')
  await button(page, 'Copy id').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(teamId)
})

test('the palette finds products, and leads to them', async () => {
  const page = await place.arriveAs(jun, `/dashboard/${northwind.slug}`)
  const palette = await openPalette(page)
  await page.keyboard.type('icon pa')
  await palette.locator('[role=option][data-highlighted]', { hasText: 'Icon pack' }).waitFor()
  await press(page, 'Enter')
  await title(page, 'Icon pack').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toContain(productsOf(northwind, '/'))
})

test('the home counts what is set up', async () => {
  const { page, organization } = await arriveWithOwn('Beginners')
  await arrive(page, `/dashboard/${organization.slug}`)
  await page.getByText('0 of 6 done').waitFor()
  await makeProduct(page, organization, { name: 'First plan' })
  await page.reload()
  await page.getByText('1 of 6 done').waitFor()
  await page.getByText('Create a product: done').waitFor()
  await picture(page, 'home-next-steps', { width: 1280, theme: 'light' })
  await page.getByRole('link', { name: 'Make a token' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch('/access-tokens/new')
})

test('the logo of an organization is uploaded in its settings', async () => {
  const { page, organization } = await arriveWithOwn('Logo owners')
  await arrive(page, `/dashboard/${organization.slug}/settings`)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await page.getByText('This is no picture that browsers show.').waitFor()
  const buffer = Buffer.from(drawing('teal'))
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Logo' }).inputValue())
    .toContain('logo.svg')
  await picture(page, 'organization-logo', { width: 390, theme: 'light' })
  await button(page, 'Save').first().click()
  await expect.poll(() => newsOn(page)).toContain('Profile saved')
  const shown = page.getByRole('combobox', { name: 'Organization' }).first().locator('img')
  const isPainted = () =>
    shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
  await expect.poll(isPainted).toBe(true)
})
