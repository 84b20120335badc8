import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { cards, expectThanks, fillCard, fillIn, makeCheckout, payButton } from './buyers.ts'
import { make, makeProduct } from './catalog.ts'
import { newsOn, type Person, press, serverWithOperator, wide } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import { advance, change, giveFree, subscribe } from './subscribers.ts'
import {
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  isLoaded,
  onEachScreen,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator()

let ada: Person
let jun: Person
/** A page of Ada's that stays after a test. */
let desk: Page
let northwind: Organization
let empty: Organization
let solo: string
let steady: string
let ending: string

const daysIntoPeriod = 10

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  desk = await place.deskOf(ada)
  northwind = await found(desk, 'Northwind Tools')
  empty = await found(desk, 'Empty')
  await enroll(place, northwind, jun, 'member')
  await stockUp()
  steady = await begin('bea@buyer.test', 'Bea Buyer')
  ending = await begin('cid@buyer.test', 'Cid Canceler')
  await giveFree(desk, {
    product_id: await makeProduct(desk, northwind, {
      name: 'Starter with a name that nobody would read to its end, Extraordinarily-Long-Edition',
      prices: [{ amount_type: 'free' }],
    }),
    customer_id: await make(desk, northwind, 'customers', {
      email: 'somebody.with.a.very.long.address@a-company.example',
    }),
  })
  await advance(desk, northwind, { days: daysIntoPeriod })
  await change(desk, ending, {
    cancel_at_period_end: true,
    customer_cancellation_reason: 'too_expensive',
    customer_cancellation_comment: 'I’ll come back in summer.',
  })
})

async function stockUp(): Promise<void> {
  const priced = (price_amount: number) => ({
    prices: [{ amount_type: 'fixed', price_amount }],
  })
  solo = await makeProduct(desk, northwind, { name: 'Solo plan', ...priced(1000) })
  await makeProduct(desk, northwind, { name: 'Team plan', ...priced(4000) })
  await makeProduct(desk, northwind, {
    name: 'Yearly plan',
    recurring_interval: 'year',
    ...priced(10_000),
  })
  await makeProduct(desk, northwind, {
    name: 'Patron',
    prices: [{ amount_type: 'custom', minimum_amount: 500 }],
  })
  await make(desk, northwind, 'discounts', {
    name: 'Old friends',
    type: 'percentage',
    basis_points: 5000,
    duration: 'forever',
  })
}

/** With Norwegian buyers there is no tax, and the sums are those of the prices. */
const begin = (email: string, name: string, token = 'tok_sandbox_ok'): Promise<string> =>
  subscribe(place, { desk, organization: northwind }, { product: solo, email, name, token })

const subscriptionsOf = ({ slug }: Organization, rest = '') =>
  `/dashboard/${slug}/subscriptions${rest}`

const rows = (page: Page) => rowsIn(page, 'Subscriptions')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Ada before somebody's new subscription, which nothing else touches. */
async function beforeNew(email: string, name: string, token?: string): Promise<Page> {
  const id = await begin(email, name, token)
  return place.arriveAs(ada, subscriptionsOf(northwind, `/${id}`))
}

async function beginChange(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the plan' })
  await dialog.waitFor()
  return dialog
}

async function chooseProduct(page: Page, dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('New product').fill(name)
  await page.getByRole('option', { name }).click()
}

async function ask(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.each([
  ['subscriptions', () => ada, () => subscriptionsOf(northwind)],
  ['subscriptions-none', () => ada, () => subscriptionsOf(empty)],
  ['subscription', () => ada, () => subscriptionsOf(northwind, `/${steady}`)],
  ['subscription-ending', () => ada, () => subscriptionsOf(northwind, `/${ending}`)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('each dialog is in order', () =>
  onEachScreen(
    place.lookAs(ada, subscriptionsOf(northwind, `/${steady}`)),
    async (page, inEach) => {
      const leave = async (dialog: Locator, by = 'Cancel') => {
        await dialog.getByRole('button', { name: by, exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      const plan = await beginChange(page)
      await chooseProduct(page, plan, 'Team plan')
      await plan.getByText('The next invoice comes').waitFor()
      await isLoaded(page)
      await inEach((view) => expectInOrder(page, 'subscription-change', { ...view, window: true }))
      await leave(plan)
      await ask(page, 'Change the discount…')
      const discount = page.getByRole('dialog', { name: 'Change the discount' })
      await discount.waitFor()
      await inEach((view) =>
        expectInOrder(page, 'subscription-discount', { ...view, window: true }),
      )
      await leave(discount)
      await ask(page, 'Cancel…')
      const cancel = page.getByRole('dialog', { name: 'Cancel this subscription' })
      await cancel.waitFor()
      await inEach((view) => expectInOrder(page, 'subscription-cancel', { ...view, window: true }))
      await leave(cancel, 'Keep as it is')
    },
  ))

test('the list is searched and filtered, which its address keeps', async () => {
  const page = await place.arriveAs(ada, subscriptionsOf(northwind))
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
  await page.getByRole('searchbox', { name: 'Search by customer' }).fill('very.long')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => rows(page).innerText()).toContain('Free')
  await page.getByRole('searchbox', { name: 'Search by customer' }).fill('')
  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'ends soon' }).click()
  await expect.poll(() => rows(page).innerText()).toContain('Cid Canceler')
  await expect.poll(() => rows(page).count()).toBe(1)
  await expect.poll(() => page.url()).toContain('state=ending')
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByLabel('Product').fill('Team')
  await page.getByRole('option', { name: 'Team plan' }).click()
  await page.getByText('No subscription matches').waitFor()
  await page.getByRole('button', { name: 'Show all subscriptions' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
})

test('all of them are exported', async () => {
  const page = await place.arriveAs(jun, subscriptionsOf(northwind))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${northwind.slug}-subscriptions.csv`)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.join()).toContain('cid@buyer.test')
})

test('a row leads to its subscription, from there to an order, and back', async () => {
  const page = await place.arriveAs(ada, subscriptionsOf(northwind))
  await rows(page).filter({ hasText: 'Bea Buyer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Subscription of Bea Buyer' }).waitFor()
  await region(page, 'Orders').getByRole('link', { name: '$10.00' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order of Bea Buyer' }).waitFor()
  await page.getByRole('link', { name: 'Show the subscription' }).click()
  await region(page, 'Customer').getByRole('link', { name: 'Bea Buyer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bea Buyer' }).waitFor()
  const own = region(page, 'Subscriptions').getByRole('link', { name: 'Solo plan' })
  await own.waitFor()
  await expectInOrder(page, 'customer-subscriptions', wide)
  await own.click()
  await page.getByRole('heading', { level: 1, name: 'Subscription of Bea Buyer' }).waitFor()
})

test('a subscription says how it goes on', async () => {
  const page = await place.arriveAs(jun, subscriptionsOf(northwind, `/${steady}`))
  await page.getByRole('progressbar', { name: 'Current period' }).waitFor()
  await page.getByText(/^Renews in \d+ days|^Renews in \d+ weeks/).waitFor()
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$10\.00/)
  await expect.poll(() => page.getByRole('button', { name: 'Change plan' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  await arriveToLook(page, subscriptionsOf(northwind, `/${ending}`))
  await page.getByText('Nothing more is charged.').waitFor()
  await page.getByText('There is none: nothing is billed any more.').waitFor()
  await expect.poll(() => region(page, 'Cancellation').innerText()).toMatch(/Too expensive/)
})

test('a change of plan is charged as it was shown', async () => {
  const page = await beforeNew('carla@buyer.test', 'Carla Changer')
  const dialog = await beginChange(page)
  await dialog.getByRole('button', { name: 'Change the plan' }).click()
  await dialog.getByText('Choose a product.').waitFor()
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByText('Nothing is due now.').waitFor()
  await dialog.getByRole('radio', { name: /^At once/ }).check()
  const submit = dialog.getByRole('button', { name: /^Change and charge/ })
  await submit.waitFor()
  await isLoaded(page)
  const charged = (await submit.innerText()).replace('Change and charge ', '')
  expect(charged).toMatch(/^\$(29|30)\.\d\d$/)
  await submit.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => newsOn(page)).toContain('The plan is Team plan now')
  const order = region(page, 'Orders').getByRole('listitem').filter({ hasText: 'Change of plan' })
  await expect.poll(() => order.innerText()).toContain(charged)
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$40\.00/)
})

test('another rhythm begins a new period, and says so', async () => {
  const page = await beforeNew('yara@buyer.test', 'Yara Yearly')
  const dialog = await beginChange(page)
  await chooseProduct(page, dialog, 'Yearly plan')
  await dialog.getByText('billed at another rhythm').waitFor()
  await dialog.getByRole('button', { name: /^Change and charge/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/\$100\.00 USD\s*\/ year/)
})

test('a change with the next period is shown, and taken back', async () => {
  const page = await beforeNew('nele@buyer.test', 'Nele Next')
  const dialog = await beginChange(page)
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByRole('radio', { name: /^Only from the next period on/ }).check()
  await dialog.getByRole('button', { name: /^Change on/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const scheduled = region(page, 'Scheduled change')
  await expect.poll(() => scheduled.innerText()).toContain('Team plan')
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$40\.00/)
  await scheduled.getByRole('button', { name: 'Keep the present plan' }).click()
  await scheduled.waitFor({ state: 'detached' })
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$10\.00/)
})

test('a card that is declined leaves everything as it was', async () => {
  const page = await beforeNew('dan@buyer.test', 'Dan Declined', 'tok_sandbox_fails_later')
  const dialog = await beginChange(page)
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByRole('radio', { name: /^At once/ }).check()
  await dialog.getByRole('button', { name: /^Change and charge/ }).click()
  await dialog.getByRole('alert').filter({ hasText: 'declined' }).waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/Solo plan[\s\S]*\$10\.00 USD/)
})

test('what can’t be changed to is refused in words', async () => {
  const page = await place.arriveAs(ada, subscriptionsOf(northwind, `/${steady}`))
  const dialog = await beginChange(page)
  await chooseProduct(page, dialog, 'Solo plan')
  await dialog.getByText('The subscription has this product already.').waitFor()
  await dialog.getByLabel('New product').fill('Patron')
  const patron = page.getByRole('option', { name: 'Patron' })
  await expect.poll(() => patron.innerText()).toContain('only by a checkout')
  await expect.poll(() => patron.getAttribute('aria-disabled')).toBe('true')
})

test('a subscription is canceled with its reason, kept, and ended at once', async () => {
  const page = await beforeNew('eva@buyer.test', 'Eva Ender')
  await ask(page, 'Cancel…')
  const cancel = page.getByRole('dialog', { name: 'Cancel this subscription' })
  await cancel.getByLabel('Why the customer leaves').click()
  await page.getByRole('option', { name: 'Wasn’t used' }).click()
  await cancel.getByLabel('What they said (optional)').fill('Too busy.')
  await cancel.getByRole('button', { name: 'Cancel the subscription' }).click()
  await cancel.waitFor({ state: 'detached' })
  await expect
    .poll(() => region(page, 'Cancellation').innerText())
    .toMatch(/Wasn’t used[^]*Too busy/)
  await page.getByRole('button', { name: 'Keep it' }).click()
  const keep = page.getByRole('alertdialog', { name: 'Keep this subscription?' })
  await keep.getByRole('button', { name: 'Keep it going' }).click()
  await keep.waitFor({ state: 'detached' })
  await region(page, 'Cancellation').waitFor({ state: 'detached' })
  await ask(page, 'Cancel…')
  await cancel.getByRole('radio', { name: /^Now/ }).check()
  await cancel.getByRole('button', { name: 'End it now' }).click()
  await cancel.waitFor({ state: 'detached' })
  await page.getByText('canceled', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
})

test('a discount is given and taken away, with what it does to the next invoice', async () => {
  const page = await beforeNew('dora@buyer.test', 'Dora Discount')
  await ask(page, 'Change the discount…')
  const dialog = page.getByRole('dialog', { name: 'Change the discount' })
  await dialog.getByLabel('Discount (optional)').fill('Old')
  await page.getByRole('option', { name: 'Old friends' }).click()
  await dialog.getByText('and is $5.00').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => region(page, 'Facts').innerText()).toContain('Old friends')
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$5\.00/)
  await ask(page, 'Change the discount…')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByRole('button', { name: 'Take the discount away' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => region(page, 'Next invoice').innerText()).toMatch(/Due then\s+\$10\.00/)
})

test('of another’s subscription nothing is to be seen', async () => {
  const page = await place.arriveAs(ada, subscriptionsOf(empty, `/${steady}`))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toBe('There is no such subscription')
})

test('a checkout of what renews is in order', async () => {
  const { path } = await makeCheckout(desk, northwind, { products: [solo] })
  await expectPageInOrder(
    'checkout-recurring',
    (view) => place.arriveAsStranger(path, view),
    (page) => page.getByText('Then $10.00 a month').waitFor(),
  )
})

test('who buys what renews is told so, and where to end it', async () => {
  const { path } = await makeCheckout(desk, northwind, { products: [solo] })
  const page = await place.arriveAsStranger(path)
  await page.getByText('per month').waitFor()
  await page.getByText('Due today').waitFor()
  await page.getByText('Renews monthly until you cancel').waitFor()
  await fillIn(page, { email: 'nora@buyer.test', country: 'NO' })
  await fillCard(page, cards.good)
  await payButton(page).filter({ hasText: 'Pay $10.00 and subscribe' }).click()
  await expectThanks(page)
  await page.getByText('It renews every month until you cancel.').waitFor()
  const portal = page.getByRole('link', { name: 'in your portal' })
  await expect
    .poll(() => portal.getAttribute('href'))
    .toMatch(new RegExp(`^/portal/${northwind.slug}`))
})

test('who has subscribed already is led to their plan', async () => {
  const { path } = await makeCheckout(desk, northwind, { products: [solo] })
  const page = await place.arriveAsStranger(path)
  const told = page.getByRole('alert').filter({ hasText: 'You’re subscribed already.' })
  await fillIn(page, { email: 'bea@buyer.test', country: 'NO' })
  await told.waitFor()
  const way = told.getByRole('link', { name: 'Change your plan' })
  await expect.poll(() => way.getAttribute('href')).toBe(`/portal/${northwind.slug}`)
  await isLoaded(page)
  await expectInOrder(page, 'checkout-subscribed', wide)
  await page.getByLabel('E-mail').fill('nobody.yet@buyer.test')
  await told.waitFor({ state: 'detached' })
})
