import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { make, makeProduct } from './catalog.ts'
import { expectAccessibleDialogs, openDialogOf } from './menu-dialogs.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press, toastsOn, wide } from './operators.ts'
import { createOrganization, listEmbeddingSites, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  rowsIn,
  type View,
  waitUntilLoaded,
} from './visit.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer()

let crowded: Organization

setUp(async (page) => {
  crowded = await createOrganization(page, 'Crowded')
  const pack = await makeProduct(page, northwind, { name: 'Icon pack' })
  const plan = await makeProduct(page, northwind, { name: 'Team plan' })
  const relic = await makeProduct(page, northwind, { name: 'Old plan' })
  const long = await makeProduct(page, northwind, {
    name: 'A product with a name that nobody would read to its end, Extraordinarily-Long-Edition',
  })
  const discount = await make(page, northwind, 'discounts', spring)
  await make(page, northwind, 'checkout-links', {
    label: 'Poster',
    products: [plan, pack],
    discount_id: discount,
    success_url: 'https://northwind.example/thanks?checkout={CHECKOUT_ID}',
    metadata: { campaign: 'spring' },
  })
  await make(page, northwind, 'checkout-links', { products: [long, plan] })
  await make(page, northwind, 'checkout-links', { label: 'Old mail', products: [relic] })
  await page.request.patch(`/v1/products/${relic}`, {
    data: { is_archived: true },
    headers: { origin: new URL(page.url()).origin },
  })
  const one = await makeProduct(page, crowded, { name: 'Icon pack' })
  for (let number = 10; number < 36; number += 1) {
    await make(page, crowded, 'checkout-links', { label: `Number ${number}`, products: [one] })
  }
})

const spring = { name: 'Spring', type: 'percentage', basis_points: 2000, duration: 'once' }

const linksOf = ({ slug }: Organization, search = '') =>
  `/dashboard/${slug}/checkout-links${search}`

const rows = (page: Page) => rowsIn(page, 'Checkout links')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true })
const submit = (dialog: Locator) => dialog.locator('button[type=submit]').click()
const tab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name })

const openDialog = (page: Page, name: string, action: string): Promise<Locator> =>
  openDialogOf(menuOf(page, name), action)

/** Opens the links of a new organization of Ada's. */
async function openInNewOrganization(name: string): Promise<Page> {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  await makeProduct(page, organization, { name: 'Icon pack' })
  await makeProduct(page, organization, { name: 'Team plan' })
  await make(page, organization, 'discounts', spring)
  await openPath(page, linksOf(organization))
  await waitUntilLoaded(page)
  return page
}

async function addProduct(page: Page, dialog: Locator, name: string): Promise<void> {
  await dialog.getByPlaceholder('Add a product').fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
}

const productsIn = (dialog: Locator) =>
  dialog.getByRole('list', { name: 'Products in order' }).locator('li')

test.each([
  ['checkout-links', () => ada, () => linksOf(northwind)],
  ['checkout-links-none', () => jun, () => linksOf(northwind, '?q=nothing')],
  ['checkout-links-empty', () => ada, () => linksOf(empty)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the actions on a link fit and are accessible', () =>
  onDesktopAndPhone(app.viewAs(ada, linksOf(northwind)), async (page, eachView) => {
    await page.getByRole('button', { name: 'Create link' }).click()
    const form = page.getByRole('dialog', { name: 'Create a checkout link' })
    await eachView((view) =>
      expectAccessibleView(page, 'checkout-link-create', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await form.waitFor({ state: 'detached' })
    const share = await openDialog(page, 'Poster', 'Share…')
    for (const way of ['URL', 'QR code', 'Embed']) {
      await tab(share, way).click()
      const picture = `checkout-link-${way.toLowerCase().replaceAll(' ', '-')}`
      await eachView((view) => expectAccessibleView(page, picture, { ...view, window: true }))
    }
    await press(page, 'Escape')
    await share.waitFor({ state: 'detached' })
    await expectAccessibleDialogs(menuOf(page, 'Poster'), eachView, {
      'checkout-link-edit': 'Edit…',
      'checkout-link-delete': 'Delete…',
    })
  }))

test('the list shows the products of each link, and when none is available', async () => {
  const page = await app.openAs(ada, linksOf(northwind))
  await waitUntilLoaded(page)
  const cellsOf = async (name: string) => (await rowOf(page, name).innerText()).split(/[\t\n]+/)
  await expect
    .poll(() => cellsOf('Poster'))
    .toEqual(expect.arrayContaining(['Poster', 'Team plan, Icon pack', 'Spring']))
  await expect.poll(() => cellsOf('Old mail')).toContain('nothing available')
  await expect.poll(() => cellsOf('Extraordinarily')).toEqual(expect.arrayContaining(['none']))
})

test('a link is created and deleted by keyboard', async () => {
  const page = await openInNewOrganization('Keys')
  await page.getByText('No checkout links yet').waitFor()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'Create a checkout link' })
  await expect.poll(() => hasFocus(field(dialog, 'Label (optional)'))).toBe(true)
  await page.keyboard.type('Poster')
  await press(page, 'Enter')
  await dialog.getByText('Add a product to sell.').waitFor()
  const addition = dialog.getByPlaceholder('Add a product')
  const addBoth = async () => {
    for (const name of ['team', 'icon']) {
      await expect.poll(() => hasFocus(addition)).toBe(true)
      await page.keyboard.type(name)
      await expect.poll(() => page.getByRole('option').count()).toBe(1)
      await press(page, 'Enter')
      await productsIn(dialog)
        .filter({ hasText: new RegExp(name, 'i') })
        .waitFor()
      await expect.poll(() => addition.inputValue()).toBe('')
    }
  }
  await addition.focus()
  await addBoth()
  await dialog.getByRole('button', { name: 'Remove Team plan' }).focus()
  await press(page, 'Enter')
  const removal = dialog.getByRole('button', { name: 'Remove Icon pack' })
  await expect.poll(() => hasFocus(removal)).toBe(true)
  await press(page, 'Enter')
  await addBoth()
  await expect.poll(() => productsIn(dialog).allInnerTexts()).toEqual(['Team plan', 'Icon pack'])
  await dialog.getByRole('button', { name: 'Move Icon pack up' }).focus()
  await press(page, 'Enter')
  await expect.poll(() => productsIn(dialog).allInnerTexts()).toEqual(['Icon pack', 'Team plan'])
  await field(dialog, 'Success URL (optional)').focus()
  await page.keyboard.type('https://a.example/thanks')
  await press(page, 'Enter')
  const share = page.getByRole('dialog', { name: 'Share Poster' })
  await share.waitFor()
  await expect.poll(() => toastsOn(page)).toContain('Poster created')
  await tab(share, 'URL').focus()
  await press(page, 'ArrowRight', 'Enter')
  await share.getByRole('img', { name: 'QR code for Poster' }).waitFor()
  await press(page, 'Escape')
  await share.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf(page, 'Poster').innerText()).toContain('Icon pack, Team plan')
  await menuOf(page, 'Poster').focus()
  await press(page, 'Enter')
  await expect.poll(() => hasFocus(item(page, 'Copy URL'))).toBe(true)
  await press(page, 'End')
  await expect.poll(() => hasFocus(item(page, 'Delete…'))).toBe(true)
  await press(page, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete Poster?' })
  await question.getByText('Its URL stops working').waitFor()
  await question.locator(':focus').waitFor()
  await press(page, 'Tab')
  await expect
    .poll(() => hasFocus(question.getByRole('button', { name: 'Delete link' })))
    .toBe(true)
  await press(page, 'Enter')
  await expect.poll(() => toastsOn(page)).toContain('Poster deleted')
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('a link keeps all its settings', async () => {
  const page = await openInNewOrganization('Whole')
  await page.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a checkout link' })
  await field(dialog, 'Label (optional)').fill('Flyer')
  await addProduct(page, dialog, 'Icon pack')
  await addProduct(page, dialog, 'Team plan')
  await dialog.getByRole('combobox', { name: 'Discount (optional)' }).fill('spring')
  await page.getByRole('option', { name: 'Spring' }).click()
  await dialog.getByLabel('Allow discount codes').uncheck()
  await dialog.getByRole('checkbox', { name: 'Require full billing address' }).check()
  await field(dialog, 'Success URL (optional)').fill('thanks')
  await submit(dialog)
  await dialog.getByText('Enter a URL that starts with https://').waitFor()
  const thanks = 'http://localhost:3000/thanks?id={CHECKOUT_ID}'
  await field(dialog, 'Success URL (optional)').fill(thanks)
  await submit(dialog)
  await page.getByRole('dialog', { name: 'Share Flyer' }).waitFor()
  await press(page, 'Escape')
  await expect.poll(() => rowOf(page, 'Flyer').innerText()).toContain('Spring')
  const edit = await openDialog(page, 'Flyer', 'Edit…')
  await expect.poll(() => productsIn(edit).allInnerTexts()).toEqual(['Icon pack', 'Team plan'])
  await expect
    .poll(() => edit.getByRole('combobox', { name: 'Discount (optional)' }).inputValue())
    .toBe('Spring')
  const codes = edit.getByLabel('Allow discount codes')
  await expect.poll(() => codes.isChecked()).toBe(false)
  const address = edit.getByRole('checkbox', { name: 'Require full billing address' })
  await expect.poll(() => address.isChecked()).toBe(true)
  await expect.poll(() => field(edit, 'Success URL (optional)').inputValue()).toBe(thanks)
  await edit.getByRole('button', { name: 'Remove Team plan' }).click()
  await field(edit, 'Label (optional)').fill('')
  await submit(edit)
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Icon pack saved')
})

test('a link is shared by URL, QR code and snippet', async () => {
  const page = await app.openAs(ada, linksOf(northwind))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await rowOf(page, 'Poster').getByText('Team plan, Icon pack').click()
  const share = page.getByRole('dialog', { name: 'Share Poster' })
  await share.getByRole('button', { name: 'Copy URL' }).click()
  await expect.poll(() => toastsOn(page)).toContain('URL copied')
  await expect.poll(copied).toMatch(/redirect$/)
  const url = await copied()
  expect(url).toMatch(/\/v1\/checkout-links\/guildhall_cl_[0-9A-Za-z]{30}\/redirect$/)
  await expect.poll(() => share.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(url)
  await tab(share, 'QR code').click()
  const download = page.waitForEvent('download')
  await share.getByRole('link', { name: 'Download SVG' }).click()
  expect((await download).suggestedFilename()).toBe('poster.svg')
  await tab(share, 'Embed').click()
  await share.getByRole('radio', { name: 'Dark' }).check()
  await share.getByRole('button', { name: 'Copy code' }).click()
  const { origin } = new URL(url)
  await expect
    .poll(copied)
    .toBe(
      `<a href="${url}" data-guildhall-checkout data-guildhall-checkout-theme="dark">Buy now</a>\n` +
        `<script src="${origin}/guildhall-embed.js" defer></script>`,
    )
})

test('typed values survive a lost connection', async () => {
  const page = await openInNewOrganization('Kept')
  await page.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a checkout link' })
  await addProduct(page, dialog, 'Icon pack')
  await page.context().setOffline(true)
  await submit(dialog)
  await dialog.getByText('The server can’t be reached.').waitFor()
  await page.context().setOffline(false)
  await press(page, 'Escape')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await submit(dialog)
  const share = page.getByRole('dialog', { name: 'Share Icon pack' })
  await share.waitFor()
  await press(page, 'Escape')
  await share.waitFor({ state: 'detached' })
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('the list is searched, sorted and paged, and the URL keeps it', async () => {
  const page = await app.openAs(ada, linksOf(crowded))
  await expect.poll(() => rows(page).count()).toBe(25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL('**/checkout-links?page=2')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.waitForURL('**/checkout-links?sort=label')
  await expect.poll(() => rows(page).first().innerText()).toContain('Number 10')
  await press(page, '/')
  await page.keyboard.type('er 35')
  await page.waitForURL('**/checkout-links?q=er+35&sort=label')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('members can share links but not change them', async () => {
  const page = await app.openAs(jun, linksOf(northwind))
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create link' }).count()).toBe(0)
  await menuOf(page, 'Poster').click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Copy URL', 'Share…', 'Copy ID'])
})

/** Starts another site, on another host than the server's. */
async function openShop(html: string): Promise<{ url: string; close: () => void }> {
  const shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => shop.close() }
}

describe('a buyer who opens a link', () => {
  const addressOf = async (label: string): Promise<string> => {
    const page = await app.openAs(ada, linksOf(northwind))
    const dialog = await openDialog(page, label, 'Share…')
    return dialog.getByRole('textbox', { name: 'URL' }).inputValue()
  }

  test('gets a checkout of its first product, prefilled', async () => {
    const address = new URL(await addressOf('Poster'))
    const page = await app.openAsVisitor(
      `${address.pathname}?customer_email=grace%40example.com&utm_source=mail`,
    )
    await page.waitForURL(/\/checkout\/guildhall_c_[0-9A-Za-z]{30}(\?|$)/)
    await page.getByText('Team plan').first().waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('grace@example.com')
  })

  test('sees that none of its products is for sale', async () => {
    const address = new URL(await addressOf('Old mail'))
    const open = async (view: View) => app.openAsVisitor(address.pathname, view)
    await expectAccessiblePage('checkout-link-gone', open, () => Promise.resolve())
    const page = await open(wide)
    await page.getByRole('heading', { name: 'Not for sale any more' }).waitFor()
  })

  test('opens it embedded in a shop’s page', async () => {
    const address = await addressOf('Poster')
    const { origin } = new URL(address)
    const snippet =
      `<a href="${address}" data-guildhall-checkout>Buy now</a>` +
      `<script src="${origin}/guildhall-embed.js" defer></script>`
    const shop = await openShop(`<!doctype html><h1>Shop</h1>${snippet}`)
    const seller = await app.openAs(ada, linksOf(northwind))
    await listEmbeddingSites(seller, northwind, [new URL(shop.url).origin])
    const page = await app.openAsVisitor(shop.url)
    await page.getByRole('link', { name: 'Buy now' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByText('Team plan').first().waitFor()
    expect(page.url()).toBe(shop.url)
    shop.close()
  })
})
