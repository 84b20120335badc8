import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectThanks, fillPaymentForm, makeCheckout, payButton } from './buyers.ts'
import { make, makeProduct } from './catalog.ts'
import { type Person, press, serverWithOperator, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import {
  advanceClock,
  createFreeSubscription,
  subscribe,
  updateSubscription,
} from './subscribers.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  exportedLines,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  rowsIn,
  waitUntilLoaded,
} from './visit.ts'

const app = serverWithOperator()

let ada: Person
let jun: Person
/** A page of Ada's that all tests share, for API requests. */
let sellerPage: Page
let northwind: Organization
let empty: Organization
let solo: string
let steady: string
let ending: string

const daysIntoPeriod = 10

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  sellerPage = await app.persistentPageOf(ada)
  northwind = await createOrganization(sellerPage, 'Northwind Tools')
  empty = await createOrganization(sellerPage, 'Empty')
  await addMember(app, northwind, jun, 'member')
  await createSampleProducts()
  steady = await newSubscription('bea@buyer.test', 'Bea Buyer')
  ending = await newSubscription('cid@buyer.test', 'Cid Canceler')
  await createFreeSubscription(sellerPage, {
    product_id: await makeProduct(sellerPage, northwind, {
      name: 'Starter with a name that nobody would read to its end, Extraordinarily-Long-Edition',
      prices: [{ amount_type: 'free' }],
    }),
    customer_id: await make(sellerPage, northwind, 'customers', {
      email: 'somebody.with.a.very.long.address@a-company.example',
    }),
  })
  await advanceClock(sellerPage, northwind, { days: daysIntoPeriod })
  await updateSubscription(sellerPage, ending, {
    cancel_at_period_end: true,
    customer_cancellation_reason: 'too_expensive',
    customer_cancellation_comment: 'I’ll come back in summer.',
  })
})

async function createSampleProducts(): Promise<void> {
  const priced = (price_amount: number) => ({
    prices: [{ amount_type: 'fixed', price_amount }],
  })
  solo = await makeProduct(sellerPage, northwind, { name: 'Solo plan', ...priced(1000) })
  await makeProduct(sellerPage, northwind, { name: 'Team plan', ...priced(4000) })
  await makeProduct(sellerPage, northwind, {
    name: 'Yearly plan',
    recurring_interval: 'year',
    ...priced(10_000),
  })
  await makeProduct(sellerPage, northwind, {
    name: 'Patron',
    prices: [{ amount_type: 'custom', minimum_amount: 500 }],
  })
  await make(sellerPage, northwind, 'discounts', {
    name: 'Old friends',
    type: 'percentage',
    basis_points: 5000,
    duration: 'forever',
  })
}

const newSubscription = (email: string, name: string, token = 'tok_sandbox_ok'): Promise<string> =>
  subscribe(app, { sellerPage, organization: northwind }, { product: solo, email, name, token })

const subscriptionsOf = ({ slug }: Organization, rest = '') =>
  `/dashboard/${slug}/subscriptions${rest}`

const rows = (page: Page) => rowsIn(page, 'Subscriptions')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens a new subscription as Ada. */
async function openNewSubscription(email: string, name: string, token?: string): Promise<Page> {
  const id = await newSubscription(email, name, token)
  return app.openAs(ada, subscriptionsOf(northwind, `/${id}`))
}

async function openChangeDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change plan' })
  await dialog.waitFor()
  return dialog
}

async function chooseProduct(page: Page, dialog: Locator, name: string): Promise<void> {
  await dialog.getByLabel('New product').fill(name)
  await page.getByRole('option', { name }).click()
}

async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.each([
  ['subscriptions', () => ada, () => subscriptionsOf(northwind)],
  ['subscriptions-none', () => ada, () => subscriptionsOf(empty)],
  ['subscription', () => ada, () => subscriptionsOf(northwind, `/${steady}`)],
  ['subscription-ending', () => ada, () => subscriptionsOf(northwind, `/${ending}`)],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('each dialog fits and is accessible', () =>
  onDesktopAndPhone(
    app.viewAs(ada, subscriptionsOf(northwind, `/${steady}`)),
    async (page, eachView) => {
      const leave = async (dialog: Locator, by = 'Cancel') => {
        await dialog.getByRole('button', { name: by, exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      const plan = await openChangeDialog(page)
      await chooseProduct(page, plan, 'Team plan')
      await plan.getByText('The next invoice is').waitFor()
      await waitUntilLoaded(page)
      await eachView((view) =>
        expectAccessibleView(page, 'subscription-change', { ...view, window: true }),
      )
      await leave(plan)
      await chooseAction(page, 'Change discount…')
      const discount = page.getByRole('dialog', { name: 'Change discount' })
      await discount.waitFor()
      await eachView((view) =>
        expectAccessibleView(page, 'subscription-discount', { ...view, window: true }),
      )
      await leave(discount)
      await chooseAction(page, 'Cancel…')
      const cancel = page.getByRole('dialog', { name: 'Cancel subscription' })
      await cancel.waitFor()
      await eachView((view) =>
        expectAccessibleView(page, 'subscription-cancel', { ...view, window: true }),
      )
      await leave(cancel, 'Keep as it is')
    },
  ))

test('the list is searched and filtered, and the URL keeps it', async () => {
  const page = await app.openAs(ada, subscriptionsOf(northwind))
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
  await page.getByText('No matching subscriptions').waitFor()
  await page.getByRole('button', { name: 'Show all subscriptions' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
})

test('what the list shows is exported', async () => {
  const page = await app.openAs(jun, subscriptionsOf(northwind))
  const all = await exportedLines(page, `${northwind.slug}-subscriptions.csv`)
  expect(all.length).toBeGreaterThan(3)
  expect(all.join()).toContain('cid@buyer.test')
  await openPath(page, subscriptionsOf(northwind, '?state=ending&q=cid'))
  const some = await exportedLines(page, `${northwind.slug}-subscriptions.csv`)
  expect(some).toHaveLength(2)
  expect(some[1]).toContain('cid@buyer.test')
})

test('a row opens its subscription, which links to an order and back', async () => {
  const page = await app.openAs(ada, subscriptionsOf(northwind))
  await rows(page).filter({ hasText: 'Bea Buyer' }).click()
  await page.getByRole('heading', { level: 1, name: /· Bea Buyer$/ }).waitFor()
  await region(page, 'Orders').getByRole('link', { name: '$10.00' }).click()
  await page.getByRole('heading', { level: 1, name: / · \$[\d,.]+$/ }).waitFor()
  await page.getByRole('link', { name: 'View subscription' }).click()
  await region(page, 'Customer').getByRole('link', { name: 'Bea Buyer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bea Buyer' }).waitFor()
  const own = region(page, 'Subscriptions').getByRole('link', { name: 'Solo plan' })
  await own.waitFor()
  await expectAccessibleView(page, 'customer-subscriptions', wide)
  await own.click()
  await page.getByRole('heading', { level: 1, name: /· Bea Buyer$/ }).waitFor()
})

test('a subscription shows its next renewal', async () => {
  const page = await app.openAs(jun, subscriptionsOf(northwind, `/${steady}`))
  await page.getByRole('progressbar', { name: 'Current period' }).waitFor()
  await page.getByText(/^Renews in \d+ days|^Renews in \d+ weeks/).waitFor()
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$10\.00/)
  await expect.poll(() => page.getByRole('button', { name: 'Change plan' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  await openForViewing(page, subscriptionsOf(northwind, `/${ending}`))
  await page.getByText('It doesn’t renew').waitFor()
  await page.getByText('No upcoming invoice.').waitFor()
  await expect.poll(() => region(page, 'Cancellation').innerText()).toMatch(/Too expensive/)
})

test('a plan change is charged as previewed', async () => {
  const page = await openNewSubscription('carla@buyer.test', 'Carla Changer')
  const dialog = await openChangeDialog(page)
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByText('Choose a product.').waitFor()
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByText('Nothing is due now.').waitFor()
  await dialog.getByRole('radio', { name: /^Invoice immediately/ }).check()
  const submit = dialog.getByRole('button', { name: /^Change and charge/ })
  await submit.waitFor()
  await waitUntilLoaded(page)
  const charged = (await submit.innerText()).replace('Change and charge ', '')
  expect(charged).toMatch(/^\$(29|30)\.\d\d$/)
  await submit.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toastsOn(page)).toContain('Plan changed to Team plan')
  const order = region(page, 'Orders').getByRole('listitem').filter({ hasText: 'Plan change' })
  await expect.poll(() => order.innerText()).toContain(charged)
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$40\.00/)
})

test('another interval starts a new period, and the preview says so', async () => {
  const page = await openNewSubscription('yara@buyer.test', 'Yara Yearly')
  const dialog = await openChangeDialog(page)
  await chooseProduct(page, dialog, 'Yearly plan')
  await dialog.getByText('has a different billing cycle').waitFor()
  await dialog.getByRole('button', { name: /^Change and charge/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/\$100\.00\s*\/ year/)
})

test('a change for the next period is shown and canceled', async () => {
  const page = await openNewSubscription('nele@buyer.test', 'Nele Next')
  const dialog = await openChangeDialog(page)
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByRole('radio', { name: /^At the next renewal/ }).check()
  await dialog.getByRole('button', { name: /^Change on/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const scheduled = region(page, 'Scheduled change')
  await expect.poll(() => scheduled.innerText()).toContain('Team plan')
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$40\.00/)
  await scheduled.getByRole('button', { name: 'Keep current plan' }).click()
  await scheduled.waitFor({ state: 'detached' })
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$10\.00/)
})

test('a declined card leaves the subscription unchanged', async () => {
  const page = await openNewSubscription(
    'dan@buyer.test',
    'Dan Declined',
    'tok_sandbox_fails_later',
  )
  const dialog = await openChangeDialog(page)
  await chooseProduct(page, dialog, 'Team plan')
  await dialog.getByRole('radio', { name: /^Invoice immediately/ }).check()
  await dialog.getByRole('button', { name: /^Change and charge/ }).click()
  await dialog.getByRole('alert').filter({ hasText: 'declined' }).waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('main').innerText()).toMatch(/Solo plan[\s\S]*\$10\.00/)
})

test('an impossible plan change is refused with a reason', async () => {
  const page = await app.openAs(ada, subscriptionsOf(northwind, `/${steady}`))
  const dialog = await openChangeDialog(page)
  await chooseProduct(page, dialog, 'Solo plan')
  await dialog.getByText('The subscription already has this product.').waitFor()
  await dialog.getByLabel('New product').fill('Patron')
  const patron = page.getByRole('option', { name: 'Patron' })
  await expect.poll(() => patron.innerText()).toContain('checkout only')
  await expect.poll(() => patron.getAttribute('aria-disabled')).toBe('true')
})

test('a subscription is canceled with a reason, resumed, and revoked', async () => {
  const page = await openNewSubscription('eva@buyer.test', 'Eva Ender')
  await chooseAction(page, 'Cancel…')
  const cancel = page.getByRole('dialog', { name: 'Cancel subscription' })
  await cancel.getByLabel('Cancellation reason').click()
  await page.getByRole('option', { name: 'Unused' }).click()
  await cancel.getByLabel('Customer comment (optional)').fill('Too busy.')
  await cancel.getByRole('button', { name: 'Cancel the subscription' }).click()
  await cancel.waitFor({ state: 'detached' })
  await expect.poll(() => region(page, 'Cancellation').innerText()).toMatch(/Unused[^]*Too busy/)
  await page.getByRole('button', { name: 'Resume' }).click()
  const keep = page.getByRole('alertdialog', { name: 'Resume subscription?' })
  await keep.getByRole('button', { name: 'Resume' }).click()
  await keep.waitFor({ state: 'detached' })
  await region(page, 'Cancellation').waitFor({ state: 'detached' })
  await chooseAction(page, 'Cancel…')
  await cancel.getByRole('radio', { name: /^Now/ }).check()
  await cancel.getByRole('button', { name: 'Cancel immediately' }).click()
  await cancel.waitFor({ state: 'detached' })
  await page.getByText('canceled', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
})

test('a discount is added and removed, with its effect on the next invoice', async () => {
  const page = await openNewSubscription('dora@buyer.test', 'Dora Discount')
  await chooseAction(page, 'Change discount…')
  const dialog = page.getByRole('dialog', { name: 'Change discount' })
  await dialog.getByLabel('Discount (optional)').fill('Old')
  await page.getByRole('option', { name: 'Old friends' }).click()
  await dialog.getByText('invoice is $5.00').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => region(page, 'Details').innerText()).toContain('Old friends')
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$5\.00/)
  await chooseAction(page, 'Change discount…')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.getByRole('button', { name: 'Remove discount' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => region(page, 'Next invoice').innerText())
    .toMatch(/Due on renewal\s+\$10\.00/)
})

test('a subscription of another organization isn’t found', async () => {
  const page = await app.openAs(ada, subscriptionsOf(empty, `/${steady}`))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => heading.innerText()).toBe('Subscription not found')
})

test('a checkout of a subscription fits and is accessible', async () => {
  const { path } = await makeCheckout(sellerPage, northwind, { products: [solo] })
  await expectAccessiblePage(
    'checkout-recurring',
    (view) => app.openAsVisitor(path, view),
    (page) => page.getByText('Then $10.00 a month').waitFor(),
  )
})

test('a buyer of a subscription sees that it renews and how to cancel', async () => {
  const { path } = await makeCheckout(sellerPage, northwind, { products: [solo] })
  const page = await app.openAsVisitor(path)
  await page.getByText('per month').waitFor()
  await page.getByText('Due today').waitFor()
  await page.getByText('Renews monthly until canceled').waitFor()
  await fillPaymentForm(page, { email: 'nora@buyer.test', country: 'NO' })
  await payButton(page).filter({ hasText: 'Pay $10.00 and subscribe' }).click()
  await expectThanks(page)
  await page.getByText('Renews every month until canceled.').waitFor()
  const portal = page.getByRole('link', { name: 'in your portal' })
  await expect
    .poll(() => portal.getAttribute('href'))
    .toMatch(new RegExp(`^/portal/${northwind.slug}`))
})

test('a buyer who is already subscribed gets a link to change the plan', async () => {
  const { path } = await makeCheckout(sellerPage, northwind, { products: [solo] })
  const page = await app.openAsVisitor(path)
  const reported = page.getByRole('alert').filter({ hasText: 'You’re already subscribed.' })
  await fillPaymentForm(page, { email: 'bea@buyer.test', country: 'NO' })
  await waitUntilLoaded(page)
  // Typing an address reveals nothing about it.
  await expect.poll(() => reported.count()).toBe(0)
  await payButton(page).click()
  await reported.waitFor()
  const way = reported.getByRole('link', { name: 'Change your plan' })
  await expect.poll(() => way.getAttribute('href')).toBe(`/portal/${northwind.slug}`)
  await waitUntilLoaded(page)
  await expectAccessibleView(page, 'checkout-subscribed', wide)
  await page.getByLabel('Email').fill('nobody.yet@buyer.test')
  await reported.waitFor({ state: 'detached' })
})
