import { describe, expect, test } from 'vitest'
import { cards, expectLabel, expectThanks, fillCard, fillIn, payButton } from './buyers.ts'
import { makeProduct } from './catalog.ts'
import { hasFocus } from './operators.ts'
import { serverWithShop } from './shop.ts'
import { expectInOrder, expectPageInOrder, inEveryView } from './visit.ts'

const shop = serverWithShop()
const { place, begin, come, soldBy, expire } = shop

describe('the form', () => {
  test('asks only what the country needs', async () => {
    const page = await come((await begin()).path)
    await page.getByLabel('Country').selectOption('US')
    await page.getByLabel('State').selectOption('CA')
    await page.getByLabel('ZIP code').waitFor()
    await page.getByLabel('Country').selectOption('CA')
    await page.getByLabel('ZIP code').waitFor({ state: 'detached' })
    await page.getByLabel('Province').selectOption('QC')
    await page.getByLabel('Country').selectOption('FR')
    await page.getByLabel('Province').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Street and number').count()).toBe(0)
  })

  test('says of each field what is missing, and leads to the first', async () => {
    const page = await come((await begin()).path)
    await fillCard(page, '5555 5555 5555 4444')
    await payButton(page).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    await expect
      .poll(() => page.locator('form').innerText())
      .toMatch(
        /takes only test cards[\s\S]*Enter the name on the card\.[\s\S]*Choose your country\./,
      )
    await expect.poll(() => hasFocus(page.getByLabel('E-mail'))).toBe(true)
  })

  test('turns a code into a chip, and back', async () => {
    const page = await come((await begin()).path)
    const code = page.getByLabel('Discount code')
    await code.fill('nothing')
    await code.press('Enter')
    await page.getByText('Discount not found').waitFor()
    await code.fill('spring20')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('SPRING20 · 20 %').waitFor()
    await expectLabel(page, 'Pay $23.20')
    await page.getByRole('button', { name: 'Remove the discount' }).click()
    await expectLabel(page, 'Pay $29.00')
  })

  test('asks what the seller asks', async () => {
    const checkout = await begin({ products: [shop.shelf.workshop] })
    const page = await come(checkout.path)
    await page.getByLabel('E-mail').fill('asked@example.com')
    await payButton(page).click()
    await page.getByText('Tick this box to go on.').waitFor()
    await page.getByLabel('Company').fill('Acme')
    await page.getByLabel('Seats').fill('3')
    await page.getByLabel('Start').fill('2030-01-31')
    await page.getByLabel('I accept the terms').check()
    await page.getByLabel('Size').selectOption('l')
    await payButton(page).click()
    await expectThanks(page)
    const [{ custom_field_data }] = await soldBy(checkout)
    expect(custom_field_data).toEqual({
      company: 'Acme',
      seats: 3,
      start: '2030-01-31',
      terms: true,
      size: 'l',
    })
  })

  test('offers several products to choose from', async () => {
    const checkout = await begin({ products: [shop.shelf.icons, shop.shelf.sticker] })
    const page = await come(checkout.path)
    await page.getByRole('radio', { name: /Sticker/ }).check()
    await expectLabel(page, 'Get it for free')
    await page.getByRole('radio', { name: /Icon pack/ }).check()
    await expectLabel(page, 'Pay $29.00')
  })

  test('knows what the address proposes, and what was typed before', async () => {
    const checkout = await begin({ products: [shop.shelf.tips] })
    const search =
      '?customer_email=eve%40example.com&customer_name=Eve&amount=4200&discount_code=gone'
    const page = await come(`${checkout.path}${search}`)
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('eve@example.com')
    await expect.poll(() => page.getByLabel('Name on card').inputValue()).toBe('Eve')
    await expectLabel(page, 'Pay $42.00')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    const saved = page.waitForResponse(
      (one) => one.request().postData()?.includes('eva@example.com') === true,
    )
    await page.getByLabel('E-mail').fill('eva@example.com')
    await saved
    await page.reload()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('eva@example.com')
  })

  test('waits for the connection', async () => {
    const page = await come((await begin()).path)
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await expect.poll(() => payButton(page).isDisabled()).toBe(true)
    await page.context().setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
  })
})

describe('each state is in order', () => {
  const expectState = (name: string, path: string) =>
    expectPageInOrder(name, (view) => place.arriveAsStranger(path, view))

  test('open', async () => {
    await expectState('checkout-open', (await begin()).path)
  })

  test('with everything asked', async () => {
    const checkout = await begin({
      products: [shop.shelf.workshop, shop.shelf.tips],
      require_billing_address: true,
      is_business_customer: true,
      customer_billing_address: { country: 'US', state: 'CA' },
    })
    await expectState('checkout-asking', checkout.path)
  })

  test('with mistakes', async () => {
    const { path } = await begin({ products: [shop.shelf.tips] })
    await expectPageInOrder('checkout-mistakes', async (view) => {
      const page = await place.arriveAsStranger(path, view)
      await page.getByLabel('Pay what you want').fill('3')
      await payButton(page).click()
      await page.getByText('Choose your country.').waitFor()
      await expect.poll(() => hasFocus(page.getByLabel('Pay what you want'))).toBe(true)
      return page
    })
  })

  test('while the bank asks', async () => {
    const { path } = await begin()
    const page = await come(path)
    await fillIn(page)
    await fillCard(page, cards.asksFirst)
    await payButton(page).click()
    await page.getByRole('dialog', { name: 'Your bank asks' }).waitFor()
    await inEveryView(
      (view) => place.arriveAsStranger(path, view),
      (asked, view) => expectInOrder(asked, 'checkout-bank', { ...view, window: true }),
    )
  })

  test('the demo of embedding', async () => {
    await expectState('embed-demo', '/dev/embed-demo')
  })

  test('pay what you want', async () => {
    await expectState(
      'checkout-custom',
      (await begin({ products: [shop.shelf.tips, shop.shelf.icons] })).path,
    )
  })

  test('paid', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    await fillIn(page)
    await fillCard(page, cards.good)
    await payButton(page).click()
    await expectThanks(page)
    await expectState('checkout-paid', checkout.path)
  })

  test('expired', async () => {
    const checkout = await begin()
    await expire(checkout)
    await expectState('checkout-expired', checkout.path)
  })

  test('unknown', async () => {
    await expectState('checkout-unknown', '/checkout/nothing')
  })

  test('no longer for sale', async () => {
    const product = await makeProduct(shop.shelf.desk, shop.shelf.northwind, {
      name: 'Old',
      recurring_interval: null,
    })
    const checkout = await begin({ products: [product] })
    const headers = { origin: place.server.url }
    const data = { is_archived: true }
    await shop.shelf.desk.request.patch(`/v1/products/${product}`, { data, headers })
    await expectState('checkout-archived', checkout.path)
  })
})
