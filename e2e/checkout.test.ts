import { describe, expect, test } from 'vitest'
import {
  cards,
  expectLabel,
  expectThanks,
  fillBuyerDetails,
  fillCard,
  payButton,
  recordRequests,
} from './buyers.ts'
import { hasFocus, holdRequests } from './operators.ts'
import { serverWithShop } from './shop.ts'

const shop = serverWithShop()
const { app, newCheckout, openCheckout, ordersOf, expire } = shop

describe('a buyer', () => {
  test('buys with a card whose number never leaves the browser', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    const sent = recordRequests(page)
    await fillBuyerDetails(page)
    await fillCard(page, cards.good)
    const stream = page.waitForResponse('**/stream')
    await payButton(page).filter({ hasText: 'Pay $36.25' }).click()
    await expectThanks(page)
    expect((await stream).headers()['content-type']).toContain('text/event-stream')
    await expect
      .poll(() => page.locator('main').innerText())
      .toMatch(/Icon pack[\s\S]*Paid\s+\$36\.25/)
    await page.getByText('Every icon as SVG').waitFor()
    expect(await ordersOf(checkout)).toMatchObject([
      { status: 'paid', net_amount: 2900, tax_amount: 725, total_amount: 3625 },
    ])
    expect(sent.filter((one) => /4242/.test(one.replace(/\D/g, '')))).toEqual([])
    await page.reload()
    await expectThanks(page)
  })

  test('sees why a card was declined and pays with another one', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page)
    await fillCard(page, cards.declined)
    await payButton(page).click()
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor()
    expect(await ordersOf(checkout)).toEqual([])
    await fillCard(page, cards.good)
    await payButton(page).click()
    await expectThanks(page)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('agrees to the tax that came after the button was pressed', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await page.getByLabel('Email').fill('hasty@example.com')
    await page.getByLabel('Name on card').fill('Hasty Buyer')
    await fillCard(page, cards.good)
    const release = await holdRequests(page, /\/checkouts\/client\//, 'PATCH')
    await page.getByLabel('Country').selectOption('SE')
    await payButton(page).filter({ hasText: 'Pay $29.00' }).click()
    release()
    const refused = page.getByRole('alert').filter({ hasText: 'The total is now $36.25.' })
    await refused.waitFor()
    await expect.poll(() => hasFocus(refused.locator('..'))).toBe(true)
    expect(await ordersOf(checkout)).toEqual([])
    await payButton(page).filter({ hasText: 'Pay $36.25' }).click()
    await expectThanks(page)
    expect(await ordersOf(checkout)).toMatchObject([{ total_amount: 3625 }])
  })

  test('fails the bank’s authentication and then passes it', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page)
    await fillCard(page, cards.requiresAuthentication)
    await payButton(page).click()
    const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
    await bank.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('alert').filter({ hasText: 'you were not charged' }).waitFor()
    await fillCard(page, cards.requiresAuthentication)
    await payButton(page).click()
    await bank.getByRole('button', { name: 'Approve' }).click()
    await expectThanks(page)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('resumes the bank’s authentication after a reload', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page)
    await fillCard(page, cards.requiresAuthentication)
    await payButton(page).click()
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await page.reload()
    await approve.click()
    await expectThanks(page)
  })

  test('buys as a business with a VAT number, without tax', async () => {
    const checkout = await newCheckout()
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page, { country: 'DE' })
    await page.getByLabel('I’m buying as a business').check()
    await page.getByLabel('Business name').fill('Beispiel GmbH')
    await page.getByLabel('Address line 1').fill('Unter den Linden 1')
    await page.getByLabel('Postal code').fill('10117')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('VAT number').fill('DE123')
    await fillCard(page, cards.good)
    await page.getByText('This is not a valid tax id of').waitFor()
    await expectLabel(page, 'Pay $34.51')
    await page.getByLabel('VAT number').fill('DE136695976')
    await payButton(page).filter({ hasText: 'Pay $29.00' }).click()
    await expectThanks(page)
    expect(await ordersOf(checkout)).toMatchObject([
      { billing_name: 'Beispiel GmbH', tax_amount: 0, total_amount: 2900 },
    ])
  })

  test('gets a free product for an email address', async () => {
    const checkout = await newCheckout({ products: [shop.fixtures.sticker] })
    const page = await openCheckout(checkout.path)
    await expect.poll(() => page.getByLabel('Card number').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Country').count()).toBe(0)
    await payButton(page).click()
    await page.getByText('Enter your email address.').waitFor()
    await page.getByLabel('Email').fill('free@example.com')
    await payButton(page).filter({ hasText: 'Get it for free' }).click()
    await expectThanks(page)
    expect(await ordersOf(checkout)).toMatchObject([{ total_amount: 0 }])
  })

  test('pays an amount of their choice within the limits', async () => {
    const checkout = await newCheckout({ products: [shop.fixtures.tips] })
    const page = await openCheckout(checkout.path)
    await fillBuyerDetails(page, { country: 'NO' })
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
    expect(await ordersOf(checkout)).toMatchObject([{ net_amount: 1250 }])
  })
})

test('the buyer is redirected to the seller’s page with the checkout’s id', async () => {
  const { checkout, onward } = await buyWith('?bought={CHECKOUT_ID}')
  expect(onward.search).toBe(`?bought=${checkout.id}`)
})

test('the page learns the session of the buyer if the seller asks for it', async () => {
  const { onward } = await buyWith('?session={CUSTOMER_SESSION_TOKEN}')
  expect(onward.searchParams.get('session')).toMatch(/^guildhall_cst_/)
})

async function buyWith(query: string) {
  const success_url = `${app.server.url}/dev/embed-demo${query}`
  const checkout = await newCheckout({ products: [shop.fixtures.sticker], success_url })
  const page = await openCheckout(checkout.path)
  await page.getByLabel('Email').fill('onward@example.com')
  await payButton(page).click()
  await page.waitForURL('**/dev/embed-demo?*')
  return { checkout, onward: new URL(page.url()) }
}

test('an expired checkout is restarted', async () => {
  const checkout = await newCheckout()
  await expire(checkout)
  const page = await openCheckout(checkout.path)
  await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('heading', { name: 'Icon pack' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(checkout.path)
})
