import { describe, expect, test } from 'vitest'
import {
  cards,
  expectLabel,
  expectThanks,
  fillCard,
  fillIn,
  payButton,
  recordSent,
} from './buyers.ts'
import { serverWithShop } from './shop.ts'

const shop = serverWithShop()
const { place, begin, come, soldBy, expire } = shop

describe('a buyer', () => {
  test('buys with a good card, whose number never leaves the browser', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    const sent = recordSent(page)
    await fillIn(page)
    await fillCard(page, cards.good)
    const stream = page.waitForResponse('**/stream')
    await payButton(page).filter({ hasText: 'Pay $36.25' }).click()
    await expectThanks(page)
    expect((await stream).headers()['content-type']).toContain('text/event-stream')
    await expect
      .poll(() => page.locator('main').innerText())
      .toMatch(/Icon pack[\s\S]*Paid\s+\$36\.25 USD/)
    await page.getByText('Every icon as SVG').waitFor()
    expect(await soldBy(checkout)).toMatchObject([
      { status: 'paid', net_amount: 2900, tax_amount: 725, total_amount: 3625 },
    ])
    expect(sent.filter((one) => /4242/.test(one.replace(/\D/g, '')))).toEqual([])
    // What was bought is still there when the page is opened again.
    await page.reload()
    await expectThanks(page)
  })

  test('is told why a card was declined, and pays with another one', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    await fillIn(page)
    await fillCard(page, cards.declined)
    await payButton(page).click()
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor()
    expect(await soldBy(checkout)).toEqual([])
    await fillCard(page, cards.good)
    await payButton(page).click()
    await expectThanks(page)
    expect(await soldBy(checkout)).toHaveLength(1)
  })

  test('answers the bank: no, and then yes', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    await fillIn(page)
    await fillCard(page, cards.asksFirst)
    await payButton(page).click()
    const bank = page.getByRole('dialog', { name: 'Your bank asks' })
    await bank.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('alert').filter({ hasText: 'nothing was charged' }).waitFor()
    await fillCard(page, cards.asksFirst)
    await payButton(page).click()
    await bank.getByRole('button', { name: 'Approve' }).click()
    await expectThanks(page)
    expect(await soldBy(checkout)).toHaveLength(1)
  })

  test('finds the bank’s question again after a reload', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    await fillIn(page)
    await fillCard(page, cards.asksFirst)
    await payButton(page).click()
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await page.reload()
    await approve.click()
    await expectThanks(page)
  })

  test('buys as a business with a VAT number, without tax', async () => {
    const checkout = await begin()
    const page = await come(checkout.path)
    await fillIn(page, { country: 'DE' })
    await page.getByLabel('I’m buying as a business').check()
    await page.getByLabel('Name of the business').fill('Beispiel GmbH')
    await page.getByLabel('Street and number').fill('Unter den Linden 1')
    await page.getByLabel('Postal code').fill('10117')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('VAT number').fill('DE123')
    await fillCard(page, cards.good)
    await page.getByText('This is no tax id of').waitFor()
    await expectLabel(page, 'Pay $34.51')
    await page.getByLabel('VAT number').fill('DE136695976')
    await payButton(page).filter({ hasText: 'Pay $29.00' }).click()
    await expectThanks(page)
    expect(await soldBy(checkout)).toMatchObject([
      { billing_name: 'Beispiel GmbH', tax_amount: 0, total_amount: 2900 },
    ])
  })

  test('gets what is free for an e-mail address', async () => {
    const checkout = await begin({ products: [shop.shelf.sticker] })
    const page = await come(checkout.path)
    await expect.poll(() => page.getByLabel('Card number').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Country').count()).toBe(0)
    await payButton(page).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill('free@example.com')
    await payButton(page).filter({ hasText: 'Get it for free' }).click()
    await expectThanks(page)
    expect(await soldBy(checkout)).toMatchObject([{ total_amount: 0 }])
  })

  test('pays what they want, within what is allowed', async () => {
    const checkout = await begin({ products: [shop.shelf.tips] })
    const page = await come(checkout.path)
    await fillIn(page, { country: 'NO' })
    await fillCard(page, cards.good)
    const amount = page.getByLabel('Pay what you want')
    await amount.fill('3')
    await payButton(page).click()
    await page.getByText('Enter at least $5.00.').waitFor()
    await page.getByRole('button', { name: '$40', exact: true }).click()
    await expect.poll(() => amount.inputValue()).toBe('40.00')
    await amount.fill('12.50')
    await payButton(page).filter({ hasText: 'Pay $12.50' }).click()
    await expectThanks(page)
    expect(await soldBy(checkout)).toMatchObject([{ net_amount: 1250 }])
  })
})

test('the buyer goes on to the seller’s page, with the checkout’s id', async () => {
  const success_url = `${place.server.url}/dev/ui?bought={CHECKOUT_ID}`
  const checkout = await begin({ products: [shop.shelf.sticker], success_url })
  const page = await come(checkout.path)
  await page.getByLabel('E-mail').fill('onward@example.com')
  await payButton(page).click()
  await page.waitForURL('**/dev/ui?*')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('bought')).toBe(checkout.id)
  expect(searchParams.get('customer_session_token')).toMatch(/./)
})

test('an expired checkout is begun again', async () => {
  const checkout = await begin()
  await expire(checkout)
  const page = await come(checkout.path)
  await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('heading', { name: 'Icon pack' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(checkout.path)
})
