import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { type Person, press, serverWithOperator, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import { advanceClock, subscribe } from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openForViewing,
} from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
/** A page of Ada's that all tests share, for API requests. */
let sellerPage: Page

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  sellerPage = await app.persistentPageOf(ada)
})

interface SubscriptionFixture {
  organization: Organization
  /** The path of the subscription's page. */
  path: string
}

/** A new organization with a subscription for $10 a month. */
async function newSubscription(
  name: string,
  token = 'tok_sandbox_ok',
): Promise<SubscriptionFixture> {
  const organization = await createOrganization(sellerPage, name)
  const product = await makeProduct(sellerPage, organization, {
    name: 'Solo plan',
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  const buyer = { product, email: 'bea@buyer.test', token }
  const id = await subscribe(app, { sellerPage, organization }, buyer)
  return { organization, path: `/dashboard/${organization.slug}/subscriptions/${id}` }
}

const phone = { width: 390, theme: 'light' } as const

const orders = (page: Page) =>
  page.getByRole('region', { name: 'Orders', exact: true }).getByRole('listitem')
const clock = (page: Page) => page.getByRole('region', { name: 'Time', exact: true })

/** Opens the menu of the clock, which says how it runs, and leaves it open. */
async function expectClock(page: Page, state: string): Promise<void> {
  await clock(page).getByRole('button', { name: 'Sandbox' }).click()
  await page.getByRole('group', { name: state }).waitFor()
}

async function expectStopped(page: Page): Promise<void> {
  await expectClock(page, 'Stopped. Advance it to continue.')
  await press(page, 'Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Chooses from the menu of the clock. */
async function choose(page: Page, item: string): Promise<void> {
  await clock(page).getByRole('button', { name: 'Sandbox' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function advanceBy(page: Page, step: string): Promise<void> {
  await choose(page, step)
  await confirmAdvance(page)
  await expect.poll(() => toastsOn(page)).toContain('Time advanced to')
}

async function confirmAdvance(page: Page, due?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Advance to a date' })
  if (due !== undefined) await dialog.getByText(due).waitFor()
  await dialog.getByRole('button', { name: /^Advance to/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('the clock and its dialogs fit and are accessible', async () => {
  const { organization, path } = await newSubscription('In order')
  await advanceClock(sellerPage, organization, { days: 40 })
  await expectAccessiblePage('time-travel', app.viewAs(ada, path))
  await onDesktopAndPhone(app.viewAs(ada, path), async (page, eachView, { width }) => {
    if (width < wide.width) await page.getByRole('button', { name: 'Menu' }).click()
    await expectClock(page, 'Stopped. Advance it to continue.')
    await eachView((view) =>
      expectAccessibleView(page, 'time-travel-clock', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await choose(page, 'To a date…')
    const dialog = page.getByRole('dialog', { name: 'Advance to a date' })
    await dialog.waitFor()
    await dialog.getByLabel('Day', { exact: true }).fill('in 2 weeks')
    await press(page, 'Tab')
    await dialog.getByText('No subscription’s period ends until then.').waitFor()
    await eachView((view) =>
      expectAccessibleView(page, 'time-travel-day', { ...view, window: true }),
    )
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

test('advancing a month renews a subscription and reports it', async () => {
  const { path } = await newSubscription('Monthly')
  const page = await app.openAs(ada, path)
  await expectClock(page, 'Follows real time.')
  await press(page, 'Escape')
  await expect.poll(() => orders(page).count()).toBe(1)
  await advanceBy(page, '+ 1 month')
  await expectStopped(page)
  await expect.poll(() => orders(page).count()).toBe(2)
  await expect.poll(() => orders(page).first().innerText()).toMatch(/Renewal[^]*just now/)
  await choose(page, 'What happened')
  const summary = page.getByRole('dialog', { name: /^From/ })
  await expect.poll(() => summary.innerText()).toContain('1 order paid')
  await expectAccessibleView(page, 'time-travel-summary', { ...wide, window: true })
  await press(page, 'Escape')
  await summary.waitFor({ state: 'detached' })
})

test('what happened stays reachable after a reload, in its organization only', async () => {
  const { path } = await newSubscription('Reloaded')
  const other = await newSubscription('Never advanced')
  const page = await app.openAs(ada, path)
  await advanceBy(page, '+ 1 month')
  await page.reload()
  await choose(page, 'What happened')
  const summary = page.getByRole('dialog', { name: /^From/ })
  await expect.poll(() => summary.innerText()).toContain('1 order paid')
  await openForViewing(page, other.path)
  await expectClock(page, 'Follows real time.')
  await expect.poll(() => page.getByRole('menuitem', { name: 'What happened' }).count()).toBe(0)
})

test('a typed day must be in the future', async () => {
  const { path } = await newSubscription('By date')
  const page = await app.openAs(ada, path)
  await expect.poll(() => orders(page).count()).toBe(1)
  await choose(page, 'To a date…')
  const dialog = page.getByRole('dialog', { name: 'Advance to a date' })
  const day = dialog.getByLabel('Day', { exact: true })
  await day.fill('yesterday')
  await dialog.getByText('out of range').waitFor()
  await dialog.getByRole('button', { name: 'Advance', exact: true }).click()
  await dialog.getByText('Choose a day after').waitFor()
  await day.fill('in 100 days')
  await press(page, 'Tab')
  await dialog.getByRole('button', { name: /^Advance to/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('3 orders paid')
  await expect.poll(() => orders(page).count()).toBe(4)
})

test('a failing card is retried until the subscription ends', async () => {
  const { path } = await newSubscription('Dunning', 'tok_sandbox_fails_later')
  const page = await app.openAs(ada, path)
  await advanceBy(page, '+ 1 month')
  await page.getByText('A payment failed.').waitFor()
  await page.getByText('It will be retried on').waitFor()
  await expectAccessibleView(page, 'subscription-past-due', wide)
  await advanceBy(page, '+ 1 month')
  await page.getByText('canceled', { exact: true }).waitFor()
  await page.getByText('A payment failed.').waitFor({ state: 'detached' })
})

test('a failed advance says why and is resumed later', async () => {
  const { organization, path } = await newSubscription('At odds')
  await advanceClock(sellerPage, organization, { days: 1 })
  const page = await app.openAs(ada, path)
  const lease = (sql: string) =>
    app.query(`update organization_clock set ${sql} where organization_id = $1`, [organization.id])
  await lease(`advance_id = gen_random_uuid(), advance_until = now() + interval '1 hour'`)
  await choose(page, '+ 1 month')
  await confirmAdvance(page, 'Until then, the period of one subscription ends.')
  const alert = page.getByRole('alert').filter({ hasText: 'The time is already being advanced' })
  await alert.waitFor()
  await expectAccessibleView(page, 'time-travel-stopped', { ...wide, window: true })
  await lease('advance_id = null, advance_until = null')
  await alert.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => toastsOn(page)).toContain('1 order paid')
  await alert.waitFor({ state: 'detached' })
})

test('members see the clock but can’t advance it', async () => {
  const { organization, path } = await newSubscription('Of members')
  await addMember(app, organization, jun, 'member')
  await advanceClock(sellerPage, organization, { days: 1 })
  const page = await app.openAs(jun, path)
  await clock(page).getByText('Sandbox').waitFor()
  await expect.poll(() => clock(page).getByRole('button').count()).toBe(0)
})

test('time is advanced from the menu of a phone', async () => {
  const { path } = await newSubscription('On a phone')
  const page = await app.openAs(ada, path, phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  await choose(page, '+ 1 month')
  await confirmAdvance(page)
  await expect.poll(() => toastsOn(page)).toContain('1 order paid')
  await page.getByRole('button', { name: 'By day' }).click()
  await page.getByRole('dialog', { name: /^From/ }).waitFor()
})

test('the palette advances time', async () => {
  const { path } = await newSubscription('By palette')
  const page = await app.openAs(ada, path)
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('time by 1 month')
  await page.getByRole('option', { name: 'Advance time by 1 month…' }).click()
  await confirmAdvance(page)
  await expect.poll(() => toastsOn(page)).toContain('1 order paid')
})

test('failed payments follow the dunning settings', async () => {
  const { organization, path } = await newSubscription('By settings', 'tok_sandbox_fails_later')
  const page = await app.openAs(ada, `/dashboard/${organization.slug}/settings`)
  const card = page.getByRole('region', { name: 'Failed payments' })
  const save = card.getByRole('button', { name: 'Save' })
  await card.getByLabel('Retry after (days)').fill('7, 2')
  await save.click()
  await card.getByText('Enter each day once, the earliest first.').waitFor()
  await card.getByLabel('Retry after (days)').fill('1, 3')
  await card.getByRole('radio', { name: /^Mark it unpaid/ }).check()
  await card.getByText('retried after 1 and 3 days').waitFor()
  await save.click()
  await expect.poll(() => toastsOn(page)).toContain('Failed payment settings saved')
  await openForViewing(page, path)
  await advanceBy(page, '+ 1 month')
  await page.getByText('A payment failed.').waitFor()
  await advanceBy(page, '+ 1 week')
  await page.getByText('Payment failed.', { exact: true }).waitFor()
})
