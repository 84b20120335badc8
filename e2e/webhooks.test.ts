import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import {
  box,
  button,
  choose,
  dialogOn,
  endpointRows,
  field,
  group,
  isSignedBy,
  makeEndpoint,
  testReceiver,
  webhooksOf,
} from './listeners.ts'
import { hasFocus, type Person, press, serverWithOperator } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  inEveryView,
  isLoaded,
  onEachScreen,
} from './visit.ts'

const place = serverWithOperator({}, { isDelivering: true })
const receiver = testReceiver()

let ada: Person
let jun: Person
let northwind: Organization
let empty: Organization
const ids = { healthy: '', failing: '', resting: '', disabled: '' }

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  empty = await found(page, 'Empty')
  await enroll(place, northwind, jun, 'member')
  const { url } = receiver.current
  ids.healthy = await makeEndpoint(page, northwind, {
    url,
    name: 'Shop backend',
    events: everything,
  })
  ids.failing = await makeEndpoint(page, northwind, {
    url: `${url}/an/address/that/nobody/would/read/to/its/end/but/that/has/to/fit/anyway`,
  })
  ids.resting = await makeEndpoint(page, northwind, { url, name: 'Accounting' })
  ids.disabled = await makeEndpoint(page, northwind, { url, name: 'Sales room', format: 'slack' })
  await place.server.settle()
  await fail(ids.failing, 4)
  await fail(ids.resting, 10)
  await place.query(
    `update webhook_endpoint set is_enabled = false, disabled_reason = 'failing' where id = $1`,
    [ids.resting],
  )
  await place.query(
    `update webhook_endpoint set is_enabled = false, disabled_reason = 'member' where id = $1`,
    [ids.disabled],
  )
  await place.leave()
})

/** As if it had not taken so many events since yesterday. */
const fail = (id: string, events: number) =>
  place.query(
    `update webhook_lane
        set failing_since = now() - interval '1 day', failed_events = $2, last_code = 500,
            last_failure_at = now() - interval '1 hour',
            last_success_at = now() - interval '2 days'
      where endpoint_id = $1`,
    [id, events],
  )

const everything = ['order.paid', 'product.created', 'product.updated', 'customer.state_changed']

const rowOf = (page: Page, name: string) => endpointRows(page).filter({ hasText: name })

test.each([
  ['webhooks', () => ada, () => webhooksOf(northwind)],
  ['webhooks-as-member', () => jun, () => webhooksOf(northwind)],
  ['webhooks-empty', () => ada, () => webhooksOf(empty)],
  ['webhook-new', () => ada, () => webhooksOf(northwind, '/new')],
  ['webhook-edit', () => ada, () => webhooksOf(northwind, `/${ids.failing}/edit`)],
  ['webhook-healthy', () => ada, () => webhooksOf(northwind, `/${ids.healthy}`)],
  ['webhook-failing', () => ada, () => webhooksOf(northwind, `/${ids.failing}`)],
  ['webhook-resting', () => ada, () => webhooksOf(northwind, `/${ids.resting}`)],
  ['webhook-disabled', () => ada, () => webhooksOf(northwind, `/${ids.disabled}`)],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test('what can be asked about an endpoint is in order', () =>
  onEachScreen(
    place.lookAs(ada, webhooksOf(northwind, `/${ids.healthy}`)),
    async (page, inEach) => {
      const look = async (name: string, dialog: Locator) => {
        await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
        await press(page, 'Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      await look('webhook-disable', await choose(page, 'More actions', 'Disable…'))
      await look('webhook-delete', await choose(page, 'More actions', 'Delete…'))
      await button(page, 'Rotate…').click()
      await look('webhook-rotate', dialogOn(page))
    },
  ))

test('the question before enabling is in order', () =>
  onEachScreen(
    place.lookAs(ada, webhooksOf(northwind, `/${ids.resting}`)),
    async (page, inEach) => {
      await button(page, 'Enable').click()
      await dialogOn(page).waitFor()
      await inEach((view) => expectInOrder(page, 'webhook-enable', { ...view, window: true }))
      await press(page, 'Escape')
      await dialogOn(page).waitFor({ state: 'detached' })
    },
  ))

test('who may only look is told so, and what isn’t there too', async () => {
  const page = await place.arriveAs(jun, webhooksOf(northwind, '/new'))
  await page.getByText('Only owners and admins create and change webhook endpoints.').waitFor()
  await expect.poll(() => field(page, 'URL').count()).toBe(0)
  await arriveToLook(page, webhooksOf(northwind, `/${ids.healthy}`))
  await page.getByText('Owners and admins can see and rotate it.').waitFor()
  await expect.poll(() => button(page, 'Reveal').count()).toBe(0)
  await expect.poll(() => button(page, 'More actions').count()).toBe(0)
  for (const path of ['/nothing', `/${crypto.randomUUID()}`, '/nothing/edit']) {
    await arriveToLook(page, webhooksOf(northwind, path))
    await page.getByRole('heading', { name: 'There is no such webhook endpoint' }).waitFor()
  }
})

describe('the list', () => {
  test('says how each stands, and leads to it by keyboard', async () => {
    const page = await place.arriveAs(ada, webhooksOf(northwind))
    await isLoaded(page)
    const saidOf = async (name: string) => (await rowOf(page, name).innerText()).split(/[\t\n]+/)
    await expect.poll(() => saidOf('Shop backend')).toContain('healthy')
    await expect.poll(() => saidOf('Shop backend')).toContain(receiver.current.url)
    await expect.poll(() => saidOf('nobody/would/read')).toContain('failing')
    await expect.poll(() => saidOf('nobody/would/read')).toContain('product.created')
    await expect.poll(() => saidOf('Accounting')).toContain('resting')
    await expect
      .poll(() => saidOf('Sales room'))
      .toEqual(expect.arrayContaining(['disabled', 'Slack']))
    await rowOf(page, 'Accounting').getByRole('link').focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Accounting' }).waitFor()
    await press(page, 'g', 'e')
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  })

  test('is sorted, and the address keeps it', async () => {
    const page = await place.arriveAs(ada, webhooksOf(northwind))
    await expect.poll(() => endpointRows(page).first().innerText()).toContain('Sales room')
    await page.getByRole('button', { name: 'Created' }).click()
    await page.waitForURL('**/webhooks?sort=created_at')
    await expect.poll(() => endpointRows(page).first().innerText()).toContain('Shop backend')
  })
})

describe('creating', () => {
  test('is done by keyboard alone, shows the secret, and what happens arrives', async () => {
    const page = await place.enterAs(ada)
    const organization = await found(page, 'Keys')
    await arrive(page, webhooksOf(organization))
    await page.getByText('Nothing listens yet').waitFor()
    await press(page, 'c')
    const heading = page.getByRole('heading', { name: 'Create a webhook endpoint' })
    await expect.poll(() => hasFocus(heading)).toBe(true)
    await press(page, 'Tab')
    await expect.poll(() => hasFocus(field(page, 'URL'))).toBe(true)
    await press(page, 'Enter')
    await page.getByText('Enter the address that listens.').waitFor()
    await page.getByText('Choose at least one event.').waitFor()
    await page.keyboard.type(`${receiver.current.url}/keys`)
    await group(page, 'Products').focus()
    await press(page, 'Space', 'Enter')
    await page.getByText('is ready.').waitFor()
    const secret = await field(page, 'Signing secret').inputValue()
    expect(secret).toMatch(/^guildhall_whs_/)
    await page.getByRole('figure', { name: 'What your handler does' }).waitFor()
    await inEveryView(
      () => Promise.resolve(page),
      (_, view) => expectInOrder(page, 'webhook-created', view),
    )
    await makeProduct(page, organization, { name: 'Told of' })
    const there = () => receiver.current.received.filter(({ path }) => path.endsWith('/keys'))
    await expect.poll(() => there().map(({ type }) => type)).toEqual(['product.created'])
    expect(there().every((one) => isSignedBy(secret, one))).toBe(true)
    await page.getByRole('link', { name: 'Show the endpoint' }).click()
    await page.getByText('healthy', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Health' }).getByText('HTTP 200').waitFor()
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
  })

  test('takes events by groups, and the format from the host', async () => {
    const page = await place.arriveAs(ada, webhooksOf(northwind, '/new'))
    await group(page, 'Select all').check()
    await expect.poll(() => box(page, 'refund.updated').isChecked()).toBe(true)
    await box(page, 'order.paid').uncheck()
    const isMixed = (input: HTMLInputElement) => input.indeterminate
    await expect.poll(() => group(page, 'Orders').evaluate(isMixed)).toBe(true)
    await expect.poll(() => group(page, 'Select all').evaluate(isMixed)).toBe(true)
    await group(page, 'Customers').uncheck()
    await expect.poll(() => box(page, 'customer.deleted').isChecked()).toBe(false)
    const format = field(page, 'Format')
    await page.getByText('Signing secret').waitFor()
    await field(page, 'URL').fill('https://hooks.slack.com/services/T0/B0/x')
    await expect.poll(() => format.inputValue()).toBe('slack')
    await page.getByText('a channel of Slack').waitFor()
    await expect.poll(() => page.getByText('Signing secret').count()).toBe(0)
    await field(page, 'URL').fill('https://discord.com/api/webhooks/1/x')
    await expect.poll(() => format.inputValue()).toBe('discord')
    await format.selectOption('JSON')
    await field(page, 'URL').fill('https://discord.com/api/webhooks/1/xy')
    await expect.poll(() => format.inputValue()).toBe('raw')
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  })

  test('takes a secret that a handler has already', async () => {
    const page = await place.enterAs(ada)
    const organization = await found(page, 'Own secret')
    await arrive(page, webhooksOf(organization, '/new'))
    await field(page, 'URL').fill(`${receiver.current.url}/own`)
    await field(page, 'Name (optional)').fill('Old handler')
    await box(page, 'product.created').check()
    await page.getByRole('radio', { name: 'Use one that I have' }).check()
    await button(page, 'Create endpoint').click()
    await page.getByText('Enter the secret.').waitFor()
    await field(page, 'Secret').fill(' brought along ')
    await button(page, 'Create endpoint').click()
    await page.getByText('Old handler is ready.').waitFor()
    await expect.poll(() => field(page, 'Signing secret').inputValue()).toBe('brought along')
  })

  test('says under the address why nothing can be sent there', async () => {
    const page = await place.arriveAs(ada, webhooksOf(northwind, '/new'))
    await box(page, 'product.created').check()
    await field(page, 'URL').fill('https://nobody.invalid/hook')
    await button(page, 'Create endpoint').click()
    await page.getByText('The host nobody.invalid was not found. Is it spelled right?').waitFor()
    await expect.poll(() => hasFocus(field(page, 'URL'))).toBe(true)
  })

  test('is refused in words to who is no admin any more', async () => {
    const zoe = await place.signUp('Zoe Zander')
    await enroll(place, northwind, zoe, 'admin')
    const page = await place.arriveAs(zoe, webhooksOf(northwind, '/new'))
    await field(page, 'URL').fill(receiver.current.url)
    await box(page, 'product.created').check()
    await place.query(`update member set role = 'member' where user_id = $1`, [zoe.id])
    await button(page, 'Create endpoint').click()
    await page.getByText('Only owners and admins create and change webhook endpoints.').waitFor()
    await expect.poll(() => field(page, 'URL').count()).toBe(0)
  })
})

test('events are received in the browser, and made there', async () => {
  const page = await place.enterAs(ada)
  const organization = await found(page, 'Listening')
  await makeProduct(page, organization, { name: 'Before' })
  await place.server.settle()
  await arrive(page, webhooksOf(organization, '/events'))
  await page.getByText('Listening.').waitFor()
  await makeProduct(page, organization, { name: 'Heard of' })
  const heard = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect.poll(() => heard.count()).toBe(1)
  await heard.getByRole('button', { name: 'product.created' }).click()
  await heard.getByText('"name": "Heard of"').waitFor()
  await inEveryView(
    () => Promise.resolve(page),
    (_, view) => expectInOrder(page, 'webhook-events-heard', view),
  )
  await page.getByRole('combobox', { name: 'Event to make' }).fill('customer.created')
  await page.getByRole('option', { name: 'customer.created' }).click()
  await button(page, 'Make it').click()
  await page.mouse.move(0, 0)
  await page.locator(':focus').blur()
  await heard.getByRole('button', { name: 'customer.created' }).waitFor()
  await button(page, 'Empty the list').click()
  await page.getByText('Nothing has happened since').waitFor()
})
