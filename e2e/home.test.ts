import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { report } from '../packages/server/test/orders.ts'
import { bookClub, startStandInDiscord } from '../packages/server/test/stand-in-discord.ts'
import { make, makeProduct, readProduct, setBenefits } from './catalog.ts'
import { hasFocus, type Person, press, serverWithOperator, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import { sell } from './sales.ts'
import { advanceClock, subscribe, updateSubscription } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openPath,
  screenshot,
} from './visit.ts'
import { makeEndpoint } from './webhook-endpoints.ts'

const discord = await startStandInDiscord()
const app = serverWithOperator(discord.env)

let ada: Person
let jun: Person
let northwind: Organization
let handbook: string
let endpoint: string
let disputed: string

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await addMember(app, northwind, jun, 'member')
  await fallBehind(page)
  await giveInVain(page)
  endpoint = await makeEndpoint(page, northwind, {
    url: 'http://127.0.0.1:1024/hook',
    name: 'Shop',
  })
  await suspend()
  await stopTopUp(page)
  await app.endVisits()
}, 120_000)

afterAll(() => discord.stop())

/** A payment that failed, a subscription that ends soon, and one whose payment is disputed. */
async function fallBehind(page: Page): Promise<void> {
  const seller = { sellerPage: page, organization: northwind }
  const product = await makeProduct(page, northwind, { name: 'Studio' })
  const buy = (email: string, name: string, token?: string) =>
    subscribe(app, seller, { product, email, name, ...(token !== undefined && { token }) })
  await buy('kim@buyer.test', 'Kim Later', 'tok_sandbox_fails_later')
  await advanceClock(page, northwind, { days: 20 })
  const ending = await buy('eve@buyer.test', 'Eve Ending')
  await advanceClock(page, northwind, { days: 12 })
  await advanceClock(page, northwind, { days: 12 })
  await updateSubscription(page, ending, { cancel_at_period_end: true })
  disputed = await buy('dot@buyer.test', 'Dot Dispute')
  await dispute(disputed)
}

async function dispute(subscription: string): Promise<void> {
  const { rows } = await app.server.database.pool.query<{ id: string }>(
    'select id from orders where subscription_id = $1',
    [subscription],
  )
  const orderId = rows[0]?.id ?? ''
  await report(app.server, northwind, 'dispute', {
    orderId,
    processorId: `dp_${orderId}`,
    status: 'needs_response',
    reason: 'product_not_received',
    amount: 2900,
    evidenceDueBy: '2090-03-01T00:00:00Z',
  })
  await app.server.settle()
}

const redirect = z.object({ url: z.string() })

/** A role that Discord refused to give to a buyer. */
async function giveInVain(page: Page): Promise<void> {
  const answer = await page.request.post('/v1/integrations/discord/connections/', {
    data: { organization_id: northwind.id, return_to: '/connected' },
    headers: { origin: new URL(page.url()).origin },
  })
  const back = discord.authorize(redirect.parse(await answer.json()).url, bookClub.id)
  const returned = await page.request.get(back.href, { maxRedirects: 0 })
  const connected = new URLSearchParams(new URL(returned.headers()['location'] ?? '').hash.slice(1))
  const role = await make(page, northwind, 'benefits', {
    type: 'discord',
    description: 'A seat in the book club',
    properties: { guild_token: connected.get('guild_token'), role_id: '71' },
  })
  handbook = await make(page, northwind, 'products', {
    name: 'Handbook',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  await setBenefits(page, handbook, [role])
  await sellHandbook(page, 'gus@buyer.test', 'Gus Grant')
  await app.query(
    `update benefit_grant set status = 'failed', error_type = 'RefusedError', error_at = now(),
            error_message = 'The bot lacks the permission to manage roles' where benefit_id = $1`,
    [role],
  )
}

async function sellHandbook(page: Page, email: string, name: string): Promise<void> {
  const customerId = await make(page, northwind, 'customers', { email, name })
  const { prices } = await readProduct(page, handbook)
  const stock = { customerId, productId: handbook, priceId: String(prices[0].id) }
  await sell(app, northwind, stock)
}

/** As after ten events that it refused. */
async function suspend(): Promise<void> {
  await app.query(
    `update webhook_lane set failing_since = now() - interval '3 hours', failed_events = 10,
            warned_at = now(), last_code = 500 where endpoint_id = $1`,
    [endpoint],
  )
  await app.query(
    `update webhook_endpoint set is_enabled = false, disabled_reason = 'failing' where id = $1`,
    [endpoint],
  )
}

/** As after a declined card, an hour ago by the clock of the organization. */
async function stopTopUp(page: Page): Promise<void> {
  const customer = await make(page, northwind, 'customers', {
    email: 'tia@buyer.test',
    name: 'Tia Topup',
  })
  await app.query('update organization set usage_based_billing_enabled = true where id = $1', [
    northwind.id,
  ])
  const meter = await make(page, northwind, 'meters', {
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  })
  await app.query(
    `insert into top_up (organization_id, id, customer_id, meter_id, product_id, threshold,
                         purchases_max, total_amount_max, currency, consented_at, stop_reason,
                         stopped_at, created_at)
     select k.organization_id, gen_random_uuid(), $2, $3, $4, 10, 3, 1000, 'usd', k.frozen_at,
            'payment_declined', k.frozen_at - interval '1 hour', k.frozen_at
       from organization_clock k where k.organization_id = $1`,
    [northwind.id, customer, meter, handbook],
  )
}

const homeOf = ({ slug }: Organization) => `/dashboard/${slug}`
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const needs = (page: Page) => card(page, 'Needs you')
const entry = (page: Page, text: string): Locator =>
  needs(page).getByRole('listitem').filter({ hasText: text })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name })

const waiting = [
  'Kim Later hasn’t paid for Studio',
  'Dot Dispute disputes a payment',
  'Shop is suspended',
  'A seat in the book club couldn’t be delivered',
  'Studio of Dot Dispute isn’t renewed',
  'Studio of Eve Ending ends',
  'The automatic top-up of Tia Topup stopped',
]

describe('the home page', () => {
  test.each([
    ['home', () => ada, () => northwind],
    ['home-member', () => jun, () => northwind],
  ] as const)('%s fits and is accessible', (name, person, organization) =>
    expectAccessiblePage(name, app.viewAs(person(), homeOf(organization())), async (page) => {
      await needs(page).waitFor()
      await card(page, 'Last 30 days').getByRole('img').first().waitFor()
    }),
  )

  test('shows what needs somebody, the most urgent first', async () => {
    const page = await app.openAs(ada, homeOf(northwind))
    const items = needs(page).getByRole('listitem')
    await expect.poll(() => items.count()).toBe(waiting.length)
    const texts = await items.allInnerTexts()
    expect(waiting.map((text, at) => texts[at]?.includes(text))).not.toContain(false)
    await entry(page, 'Kim Later').getByText('the card is tried again').waitFor()
    await entry(page, 'Dot Dispute disputes').getByText('Product not received').waitFor()
    await entry(page, 'Shop').getByText('10 events failed, last with HTTP 500').waitFor()
    await entry(page, 'book club').getByText('The bot lacks the permission').waitFor()
    await entry(page, 'Tia Topup').getByText('the card was declined').waitFor()
  })

  test.each([
    ['Kim Later', 'the subscription of Kim Later', '/subscriptions/'],
    ['Dot Dispute disputes', 'the dispute of Dot Dispute', '/disputes/'],
    ['Shop', 'Shop', '/settings/webhooks/'],
    ['book club', 'A seat in the book club', '/benefits/'],
    ['Eve Ending', 'the subscription of Eve Ending', '/subscriptions/'],
    ['Tia Topup', 'Tia Topup', '/customers/'],
  ])('leads from %s to where it is settled', async (text, what, path) => {
    const page = await app.openAs(ada, homeOf(northwind))
    const link = entry(page, text).getByRole('link', { name: `Open ${what}` })
    await link.focus()
    await press(page, 'Enter')
    await page.waitForURL(`**${path}**`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByText('not found').count()).toBe(0)
  })

  test('shows read-only members all of it, without buttons', async () => {
    const page = await app.openAs(jun, homeOf(northwind))
    await expect.poll(() => needs(page).getByRole('listitem').count()).toBe(waiting.length)
    await expect.poll(() => needs(page).getByRole('button').count()).toBe(0)
    await expect.poll(() => card(page, 'Set up').count()).toBe(0)
    await entry(page, 'Shop').getByRole('link', { name: 'Open Shop' }).waitFor()
  })

  test('shows what happens without a reload', async () => {
    const page = await app.openAs(jun, homeOf(northwind))
    const activity = card(page, 'Latest activity')
    await activity.getByText('Dot Dispute').first().waitFor()
    await page.evaluate(() => {
      document.body.dataset['visit'] = 'same'
    })
    const seller = await app.signInAs(ada)
    await sellHandbook(seller, 'neo@buyer.test', 'Neo Buyer')
    await activity.getByText('Neo Buyer').first().waitFor()
    await activity
      .getByRole('listitem')
      .filter({ hasText: 'Paid $11.90 for Handbook Neo Buyer' })
      .waitFor()
    expect(await page.evaluate(() => document.body.dataset['visit'])).toBe('same')
  })
})

describe('what needs somebody', () => {
  test('is an endpoint until it is enabled', async () => {
    const page = await app.openAs(ada, homeOf(northwind))
    const enable = button(entry(page, 'Shop'), 'Enable Shop')
    await enable.focus()
    await press(page, 'Enter')
    await expect.poll(() => toastsOn(page)).toContain('Shop enabled')
    await expect.poll(() => entry(page, 'Shop').count()).toBe(0)
    // The button that had the focus is gone.
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
    const { rows } = await app.server.database.pool.query(
      'select is_enabled from webhook_endpoint where id = $1',
      [endpoint],
    )
    expect(rows).toEqual([{ is_enabled: true }])
  })

  test('is a benefit until it is tried again', async () => {
    const page = await app.openAs(ada, homeOf(northwind))
    await button(entry(page, 'book club'), 'Retry A seat in the book club').click()
    await expect.poll(() => toastsOn(page)).toContain('Trying 1 again')
    await expect.poll(() => entry(page, 'book club').count()).toBe(0)
  })

  test('is a paused subscription until its renewals are resumed, after a question', async () => {
    const resume = (page: Page) =>
      button(entry(page, 'isn’t renewed'), 'Resume… the renewals of Dot Dispute')
    await onDesktopAndPhone(app.viewAs(ada, homeOf(northwind)), async (page, eachView) => {
      await resume(page).click()
      await page.getByRole('alertdialog').getByText('renews at the end of the period').waitFor()
      await eachView((view) => expectAccessibleView(page, 'home-resume', { ...view, window: true }))
      await press(page, 'Escape')
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    })
    const page = await app.openAs(ada, homeOf(northwind))
    await resume(page).click()
    await button(page.getByRole('alertdialog'), 'Resume').click()
    await expect.poll(() => toastsOn(page)).toContain('Renewals of Dot Dispute resumed')
    await expect.poll(() => entry(page, 'isn’t renewed').count()).toBe(0)
    await entry(page, 'Dot Dispute disputes').waitFor()
  })
})

describe('figures', () => {
  const figures = (page: Page) => card(page, 'Last 30 days').getByRole('term').allInnerTexts()
  const chosen = ['Recurring revenue', 'Revenue', 'Active subscriptions', 'Checkout conversion']

  test('are compared with the time before, and say their course', async () => {
    const page = await app.openAs(ada, homeOf(northwind))
    await expect.poll(() => figures(page)).toEqual(chosen)
    const course = card(page, 'Last 30 days').getByRole('img', { name: /^Recurring revenue: From/ })
    await course.waitFor()
    await card(page, 'Last 30 days').getByText('vs. the 30 days before').first().waitFor()
    await page.getByRole('radio', { name: '12 m' }).check()
    await card(page, 'Last 12 months').getByText('the 12 months before').first().waitFor()
  })

  test('are chosen and sorted, and stay so for this person', async () => {
    const page = await app.openAs(ada, homeOf(northwind))
    await button(page, 'Choose figures').click()
    const dialog = page.getByRole('dialog', { name: 'Choose figures' })
    await button(dialog, 'Remove Revenue').click()
    await button(dialog, 'Move Checkout conversion up').click()
    await dialog.getByRole('combobox', { name: 'Add a figure' }).click()
    await page.getByRole('option', { name: 'Paying customers' }).click()
    const list = dialog.getByRole('list', { name: 'Figures' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(4)
    await screenshot(page, 'home-choose-figures', { ...wide, window: true })
    await press(page, 'Escape')
    const expected = [
      'Recurring revenue',
      'Checkout conversion',
      'Active subscriptions',
      'Paying customers',
    ]
    await expect.poll(() => figures(page)).toEqual(expected)
    await page.reload()
    await expect.poll(() => figures(page)).toEqual(expected)
  })

  test('the dialog that chooses them fits and is accessible', () =>
    onDesktopAndPhone(app.viewAs(jun, homeOf(northwind)), async (page, eachView) => {
      await button(page, 'Choose figures').click()
      await page.getByRole('dialog', { name: 'Choose figures' }).waitFor()
      await eachView((view) =>
        expectAccessibleView(page, 'home-figures', { ...view, window: true }),
      )
      await press(page, 'Escape')
    }))
})

describe('a new organization', () => {
  test('needs nobody, and shows what to do until the first sale', async () => {
    const page = await app.signInAs(ada)
    const beginners = await createOrganization(page, 'Beginners')
    await openPath(page, homeOf(beginners))
    await needs(page).getByText('Nothing needs you.').waitFor()
    await card(page, 'Latest activity').getByText('appear here as they happen').waitFor()
    await page.getByText('0 of 7 done').waitFor()
    await screenshot(page, 'home-new', wide)
    // The list is ticked while the page is open.
    await makeProduct(page, beginners, { name: 'First plan' })
    await page.getByText('Create a product: done').waitFor()
    await page.getByText('1 of 7 done').waitFor()
    const setup = card(page, 'Set up')
    await setup.getByText('this server has no account at Stripe').waitFor()
    await setup.getByText('STRIPE_SECRET_KEY').waitFor()
    await setup.getByRole('link', { name: 'Add endpoint' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch('/settings/webhooks/new')
  })

  test('fits and is accessible', async () => {
    const page = await app.signInAs(ada)
    const empty = await createOrganization(page, 'Empty')
    await app.endVisits()
    await expectAccessiblePage('home-empty', app.viewAs(ada, homeOf(empty)), async (shown) => {
      await card(shown, 'Last 30 days').getByRole('img').first().waitFor()
    })
  })

  test('hides the set-up for who doesn’t want it, and keeps it for others', async () => {
    const page = await app.signInAs(ada)
    const hidden = await createOrganization(page, 'Hidden')
    await addMember(app, hidden, jun, 'admin')
    await openPath(page, homeOf(hidden))
    await button(page, 'Hide the set-up').click()
    await expect.poll(() => card(page, 'Set up').count()).toBe(0)
    await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await needs(page).waitFor()
    assert.equal(await card(page, 'Set up').count(), 0)
    expect(asked).toContain(`/v1/organizations/${hidden.id}/overview`)
    expect(asked).not.toContain(`/v1/organizations/${hidden.id}/seller-details`)
    const other = await app.openAs(jun, homeOf(hidden))
    await card(other, 'Set up').waitFor()
  })
})
