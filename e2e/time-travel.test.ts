import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { newsOn, type Person, press, serverWithOperator, wide } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { advance, subscribe } from './subscribers.ts'
import { arriveToLook, expectInOrder, expectPageInOrder, onEachScreen } from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
/** A page of Ada's that stays after a test. */
let desk: Page

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  desk = await place.deskOf(ada)
})

interface World {
  organization: Organization
  /** Where the subscription is shown. */
  path: string
}

/** An organization whose time goes on, and somebody who subscribed there for $10 a month. */
async function worldOf(name: string, token = 'tok_sandbox_ok'): Promise<World> {
  const organization = await found(desk, name)
  const product = await makeProduct(desk, organization, {
    name: 'Solo plan',
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
  })
  const buyer = { product, email: 'bea@buyer.test', token }
  const id = await subscribe(place, { desk, organization }, buyer)
  return { organization, path: `/dashboard/${organization.slug}/subscriptions/${id}` }
}

const phone = { width: 390, theme: 'light' } as const

const orders = (page: Page) =>
  page.getByRole('region', { name: 'Orders', exact: true }).getByRole('listitem')
const time = (page: Page) => page.getByRole('region', { name: 'Time', exact: true })

const expectStandstill = (page: Page): Promise<void> =>
  time(page).getByText('Stands still until you move it.').waitFor()

async function goOn(page: Page, step: string): Promise<void> {
  await time(page).getByRole('button', { name: step }).click()
  await expect.poll(() => newsOn(page)).toContain('now')
}

test('the time and its dialogs are in order', async () => {
  const { organization, path } = await worldOf('In order')
  await advance(desk, organization, { days: 40 })
  await expectPageInOrder('time-travel', place.lookAs(ada, path))
  await onEachScreen(place.lookAs(ada, path), async (page, inEach, { width }) => {
    if (width < wide.width) await page.getByRole('button', { name: 'Menu' }).click()
    await expectStandstill(page)
    await inEach((view) => expectInOrder(page, 'time-travel-place', { ...view, window: true }))
    await time(page).getByRole('button', { name: 'To a day…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Go on to a day' })
    await dialog.waitFor()
    await dialog.getByLabel('Day', { exact: true }).fill('in 2 weeks')
    await inEach((view) => expectInOrder(page, 'time-travel-day', { ...view, window: true }))
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

test('a month later a subscription has renewed, and what happened is told', async () => {
  const { path } = await worldOf('Monthly')
  const page = await place.arriveAs(ada, path)
  await time(page).getByText('Runs with the real time.').waitFor()
  await expect.poll(() => orders(page).count()).toBe(1)
  await goOn(page, '+ 1 month')
  await expectStandstill(page)
  await expect.poll(() => orders(page).count()).toBe(2)
  await expect.poll(() => orders(page).first().innerText()).toMatch(/Renewal[^]*just now/)
  await time(page).getByRole('button', { name: 'What happened on the way' }).click()
  const journey = page.getByRole('dialog', { name: /^From/ })
  await expect.poll(() => journey.innerText()).toContain('1 order paid')
  await expectInOrder(page, 'time-travel-journey', { ...wide, window: true })
  await press(page, 'Escape')
  await journey.waitFor({ state: 'detached' })
})

test('a day to go to is typed, and must lie ahead', async () => {
  const { path } = await worldOf('By day')
  const page = await place.arriveAs(ada, path)
  await expect.poll(() => orders(page).count()).toBe(1)
  await time(page).getByRole('button', { name: 'To a day…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go on to a day' })
  const day = dialog.getByLabel('Day', { exact: true })
  await day.fill('yesterday')
  await dialog.getByText('out of range').waitFor()
  await dialog.getByRole('button', { name: 'Go on', exact: true }).click()
  await dialog.getByText('Choose a day after').waitFor()
  await day.fill('in 100 days')
  await press(page, 'Tab')
  await dialog.getByRole('button', { name: /^Go on to/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('3 orders paid')
  await expect.poll(() => orders(page).count()).toBe(4)
})

test('a card that fails is tried again, and then it’s over', async () => {
  const { path } = await worldOf('Dunning', 'tok_sandbox_fails_later')
  const page = await place.arriveAs(ada, path)
  await goOn(page, '+ 1 month')
  await page.getByText('A payment failed.').waitFor()
  await page.getByText('It’s tried again on').waitFor()
  await expectInOrder(page, 'subscription-past-due', wide)
  await goOn(page, '+ 1 month')
  await page.getByText('canceled', { exact: true }).waitFor()
  await page.getByText('A payment failed.').waitFor({ state: 'detached' })
})

test('where time can’t be moved it says why, and carries on later', async () => {
  const { organization, path } = await worldOf('At odds')
  await advance(desk, organization, { days: 1 })
  const page = await place.arriveAs(ada, path)
  const lease = (sql: string) =>
    place.query(`update organization_clock set ${sql} where organization_id = $1`, [
      organization.id,
    ])
  await lease(`advance_id = gen_random_uuid(), advance_until = now() + interval '1 hour'`)
  await time(page).getByRole('button', { name: '+ 1 month' }).click()
  const news = page.getByRole('alert').filter({ hasText: 'Somebody is moving the time right now' })
  await news.waitFor()
  await expectInOrder(page, 'time-travel-stopped', { ...wide, window: true })
  await lease('advance_id = null, advance_until = null')
  await news.getByRole('button', { name: 'Carry on' }).click()
  await expect.poll(() => newsOn(page)).toContain('1 order paid')
  await news.waitFor({ state: 'detached' })
})

test('members see what time it is, and don’t move it', async () => {
  const { organization, path } = await worldOf('Of members')
  await enroll(place, organization, jun, 'member')
  await advance(desk, organization, { days: 1 })
  const page = await place.arriveAs(jun, path)
  await expectStandstill(page)
  await expect.poll(() => time(page).getByRole('button').count()).toBe(0)
})

test('from a phone’s menu time is moved as well', async () => {
  const { path } = await worldOf('On a phone')
  const page = await place.arriveAs(ada, path, phone)
  await page.getByRole('button', { name: 'Menu' }).click()
  await time(page).getByRole('button', { name: '+ 1 month' }).click()
  await expect.poll(() => newsOn(page)).toContain('1 order paid')
  await page.getByRole('button', { name: 'Day by day' }).click()
  await page.getByRole('dialog', { name: /^From/ }).waitFor()
})

test('the palette moves time too', async () => {
  const { path } = await worldOf('By palette')
  const page = await place.arriveAs(ada, path)
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('time on by a month')
  await page.getByRole('option', { name: 'Move time on by a month' }).click()
  await expect.poll(() => newsOn(page)).toContain('1 order paid')
})

test('failed payments are dealt with as the settings say', async () => {
  const { organization, path } = await worldOf('By settings', 'tok_sandbox_fails_later')
  const page = await place.arriveAs(ada, `/dashboard/${organization.slug}/settings`)
  const card = page.getByRole('region', { name: 'Failed payments' })
  const save = card.getByRole('button', { name: 'Save' })
  await card.getByLabel('Try again after days').fill('7, 2')
  await save.click()
  await card.getByText('Enter each day once, the earliest first.').waitFor()
  await card.getByLabel('Try again after days').fill('1, 3')
  await card.getByRole('radio', { name: /^Mark it unpaid/ }).check()
  await card.getByText('tried again after 1 and 3 days').waitFor()
  await save.click()
  await expect.poll(() => newsOn(page)).toContain('Settings for failed payments saved')
  await arriveToLook(page, path)
  await goOn(page, '+ 1 month')
  await page.getByText('A payment failed.').waitFor()
  await goOn(page, '+ 1 week')
  await page.getByText('Nobody paid.').waitFor()
})
