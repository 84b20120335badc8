import { describe, expect, test } from 'vitest'
import {
  cards,
  expectLabel,
  expectThanks,
  fillBuyerDetails,
  fillCard,
  payButton,
} from './buyers.ts'
import { makeProduct, uploadPicture } from './catalog.ts'
import { hasFocus } from './operators.ts'
import { serverWithShop } from './shop.ts'
import { expectAccessiblePage, expectAccessibleView, forEachView } from './visit.ts'

const shop = serverWithShop()
const { app, newCheckout, openCheckout, ordersOf, expire } = shop

describe('the form', () => {
  test('shows only the fields that the country requires', async () => {
    const page = await openCheckout((await newCheckout()).path)
    await page.getByLabel('Country').selectOption('US')
    await page.getByLabel('State').selectOption('CA')
    await page.getByLabel('ZIP code').waitFor()
    await page.getByLabel('Country').selectOption('CA')
    await page.getByLabel('ZIP code').waitFor({ state: 'detached' })
    await page.getByLabel('Province').selectOption('QC')
    await page.getByLabel('Country').selectOption('FR')
    await page.getByLabel('Province').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Address line 1').count()).toBe(0)
  })

  test('says what is missing under each field and focuses the first', async () => {
    const page = await openCheckout((await newCheckout()).path)
    await fillCard(page, '5555 5555 5555 4444')
    await payButton(page).click()
    await page.getByText('Enter your email address.').waitFor()
    await expect
      .poll(() => page.locator('form').innerText())
      .toMatch(
        /accepts only test cards[\s\S]*Enter the name on the card\.[\s\S]*Choose your country\./,
      )
    await expect.poll(() => hasFocus(page.getByLabel('Email'))).toBe(true)
  })

  test('applies and removes a discount code', async () => {
    const page = await openCheckout((await newCheckout()).path)
    const code = page.getByLabel('Discount code')
    await code.fill('nothing')
    await code.press('Enter')
    await page.getByText('Discount not found').waitFor()
    await code.fill('spring20')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('SPRING20 · 20 %').waitFor()
    await expectLabel(page, 'Pay $23.20')
    await page.getByRole('button', { name: 'Remove discount' }).click()
    await expectLabel(page, 'Pay $29.00')
  })

  test('shows and saves the seller’s custom fields', async () => {
    const checkout = await newCheckout({ products: [shop.fixtures.workshop] })
    const page = await openCheckout(checkout.path)
    await page.getByLabel('Email').fill('asked@example.com')
    await payButton(page).click()
    await page.getByText('Check this box to continue.').waitFor()
    await page.getByLabel('Company').fill('Acme')
    await page.getByLabel('Seats').fill('3')
    await page.getByLabel('Start').fill('2030-01-31')
    await page.getByLabel('I accept the terms').check()
    await page.getByLabel('Size').selectOption('l')
    await payButton(page).click()
    await expectThanks(page)
    const [{ custom_field_data }] = await ordersOf(checkout)
    expect(custom_field_data).toEqual({
      company: 'Acme',
      seats: 3,
      start: '2030-01-31',
      terms: true,
      size: 'l',
    })
  })

  test('offers a choice of products', async () => {
    const checkout = await newCheckout({ products: [shop.fixtures.icons, shop.fixtures.sticker] })
    const page = await openCheckout(checkout.path)
    await page.getByRole('radio', { name: /Sticker/ }).check()
    await expectLabel(page, 'Get it for free')
    await page.getByRole('radio', { name: /Icon pack/ }).check()
    await expectLabel(page, 'Pay $29.00')
  })

  test('shows the pictures of the chosen product only, in their shape', async () => {
    const { sellerPage, northwind } = shop.fixtures
    const sold = async (name: string, color: string, width: number) =>
      makeProduct(sellerPage, northwind, {
        name,
        description: `All about ${name.toLowerCase()}.`,
        recurring_interval: null,
        medias: [await uploadPicture(sellerPage, northwind, color, width)],
      })
    const products = [await sold('Banner', 'teal', 360), await sold('Poster', 'coral', 60)]
    const page = await openCheckout((await newCheckout({ products })).path)
    const pictures = page.locator('img[src*="/files/"]')
    const shape = async () => {
      const box = await pictures.boundingBox()
      return box === null ? null : Math.round((box.width / box.height) * 10) / 10
    }
    await expect.poll(shape).toBe(4)
    for (const [name, ratio] of [
      ['Poster', 1],
      ['Banner', 4],
      ['Poster', 1],
    ] as const) {
      await page.getByRole('radio', { name: new RegExp(name) }).check()
      await page.getByText(`All about ${name.toLowerCase()}.`).waitFor()
      await expect.poll(shape).toBe(ratio)
    }
    await expect.poll(() => pictures.count()).toBe(1)
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'checkout-pictures', view),
    )
  })

  test('is prefilled from the URL and from what was typed before', async () => {
    const checkout = await newCheckout({ products: [shop.fixtures.tips] })
    const search =
      '?customer_email=eve%40example.com&customer_name=Eve&amount=4200&discount_code=gone'
    const page = await openCheckout(`${checkout.path}${search}`)
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('eve@example.com')
    await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Eve')
    await expectLabel(page, 'Pay $42.00')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    const saved = page.waitForResponse(
      (one) => one.request().postData()?.includes('eva@example.com') === true,
    )
    await page.getByLabel('Email').fill('eva@example.com')
    await saved
    await page.reload()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('eva@example.com')
  })

  test('waits while offline', async () => {
    const page = await openCheckout((await newCheckout()).path)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await expect.poll(() => payButton(page).isDisabled()).toBe(true)
    await page.context().setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
  })
})

describe('each state fits and is accessible', () => {
  const expectState = (name: string, path: string) =>
    expectAccessiblePage(name, (view) => app.openAsVisitor(path, view))

  test('open', async () => {
    await expectState('checkout-open', (await newCheckout()).path)
  })

  test('with every kind of field', async () => {
    const checkout = await newCheckout({
      products: [shop.fixtures.workshop, shop.fixtures.tips],
      require_billing_address: true,
      is_business_customer: true,
      customer_billing_address: { country: 'US', state: 'CA' },
    })
    await expectState('checkout-asking', checkout.path)
  })

  test('with mistakes', async () => {
    const { path } = await newCheckout({ products: [shop.fixtures.tips] })
    await expectAccessiblePage('checkout-mistakes', async (view) => {
      const page = await app.openAsVisitor(path, view)
      await page.getByLabel('Pay what you want').fill('3')
      await payButton(page).click()
      await page.getByText('Choose your country.').waitFor()
      await expect.poll(() => hasFocus(page.getByLabel('Pay what you want'))).toBe(true)
      return page
    })
  })

  test('while the bank authenticates', async () => {
    const { path } = await newCheckout()
    const page = await openCheckout(path)
    await fillBuyerDetails(page)
    await fillCard(page, cards.requiresAuthentication)
    await payButton(page).click()
    await page.getByRole('dialog', { name: 'Confirm with your bank' }).waitFor()
    await forEachView(
      (view) => app.openAsVisitor(path, view),
      (opened, view) => expectAccessibleView(opened, 'checkout-bank', { ...view, window: true }),
    )
  })

  test('the demo of embedding', async () => {
    await expectState('embed-demo', '/dev/embed-demo')
  })

  test('pay what you want', async () => {
    await expectState(
      'checkout-custom',
      (await newCheckout({ products: [shop.fixtures.tips, shop.fixtures.icons] })).path,
    )
  })

  test('paid', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page)
    await fillCard(page, cards.good)
    await payButton(page).click()
    await expectThanks(page)
    await expectState('checkout-paid', checkout.path)
  })

  test('expired', async () => {
    const checkout = await newCheckout()
    await expire(checkout)
    await expectState('checkout-expired', checkout.path)
  })

  test('unknown', async () => {
    await expectState('checkout-unknown', '/checkout/nothing')
  })

  test('no longer for sale', async () => {
    const product = await makeProduct(shop.fixtures.sellerPage, shop.fixtures.northwind, {
      name: 'Old',
      recurring_interval: null,
    })
    const checkout = await newCheckout({ products: [product] })
    const headers = { origin: app.server.url }
    const data = { is_archived: true }
    await shop.fixtures.sellerPage.request.patch(`/v1/products/${product}`, { data, headers })
    await expectState('checkout-archived', checkout.path)
  })
})
