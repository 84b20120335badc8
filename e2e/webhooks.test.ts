import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeProduct } from './catalog.ts'
import { northwindServer } from './northwind.ts'
import { hasFocus, press } from './operators.ts'
import { addMember, createOrganization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  forEachView,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  waitUntilLoaded,
} from './visit.ts'
import {
  box,
  button,
  dialogOn,
  endpointRows,
  field,
  group,
  isSignedBy,
  makeEndpoint,
  openDialog,
  testReceiver,
  webhooksOf,
} from './webhook-endpoints.ts'

const { app, ada, jun, northwind, empty, setUp } = northwindServer({ isDelivering: true })
const receiver = testReceiver()

const ids = { healthy: '', failing: '', resting: '', disabled: '' }

setUp(async (page) => {
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
  await app.server.settle()
  await fail(ids.failing, 4)
  await fail(ids.resting, 10)
  await app.query(
    `update webhook_endpoint set is_enabled = false, disabled_reason = 'failing' where id = $1`,
    [ids.resting],
  )
  await app.query(
    `update webhook_endpoint set is_enabled = false, disabled_reason = 'member' where id = $1`,
    [ids.disabled],
  )
})

/** Makes an endpoint look as if this many events had failed since yesterday. */
const fail = (id: string, events: number) =>
  app.query(
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
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test('the dialogs of an endpoint fit and are accessible', () =>
  onDesktopAndPhone(
    app.viewAs(ada, webhooksOf(northwind, `/${ids.healthy}`)),
    async (page, eachView) => {
      const look = async (name: string, dialog: Locator) => {
        await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
        await press(page, 'Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      await look('webhook-disable', await openDialog(page, 'More actions', 'Disable…'))
      await look('webhook-delete', await openDialog(page, 'More actions', 'Delete…'))
      await button(page, 'Rotate…').click()
      await look('webhook-rotate', dialogOn(page))
    },
  ))

test('the confirmation before enabling fits and is accessible', () =>
  onDesktopAndPhone(
    app.viewAs(ada, webhooksOf(northwind, `/${ids.resting}`)),
    async (page, eachView) => {
      await button(page, 'Enable').click()
      await dialogOn(page).waitFor()
      await eachView((view) =>
        expectAccessibleView(page, 'webhook-enable', { ...view, window: true }),
      )
      await press(page, 'Escape')
      await dialogOn(page).waitFor({ state: 'detached' })
    },
  ))

test('members and missing pages get an explanation', async () => {
  const page = await app.openAs(jun, webhooksOf(northwind, '/new'))
  await page.getByText('Only owners and admins can create and change webhook endpoints.').waitFor()
  await expect.poll(() => field(page, 'URL').count()).toBe(0)
  await openForViewing(page, webhooksOf(northwind, `/${ids.healthy}`))
  await page.getByText('Owners and admins can view and rotate it.').waitFor()
  await expect.poll(() => button(page, 'Reveal').count()).toBe(0)
  await expect.poll(() => button(page, 'More actions').count()).toBe(0)
  for (const path of ['/nothing', `/${crypto.randomUUID()}`, '/nothing/edit']) {
    await openForViewing(page, webhooksOf(northwind, path))
    await page.getByRole('heading', { name: 'Webhook endpoint not found' }).waitFor()
  }
})

describe('the list', () => {
  test('shows the status of each and opens it by keyboard', async () => {
    const page = await app.openAs(ada, webhooksOf(northwind))
    await waitUntilLoaded(page)
    const cellsOf = async (name: string) => (await rowOf(page, name).innerText()).split(/[\t\n]+/)
    await expect.poll(() => cellsOf('Shop backend')).toContain('healthy')
    await expect.poll(() => cellsOf('Shop backend')).toContain(receiver.current.url)
    await expect.poll(() => cellsOf('nobody/would/read')).toContain('failing')
    await expect.poll(() => cellsOf('nobody/would/read')).toContain('product.created')
    await expect.poll(() => cellsOf('Accounting')).toContain('suspended')
    await expect
      .poll(() => cellsOf('Sales room'))
      .toEqual(expect.arrayContaining(['disabled', 'Slack']))
    await rowOf(page, 'Accounting').getByRole('link').focus()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: 'Accounting' }).waitFor()
    await press(page, 'g', 'e')
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  })

  test('is sorted, and the URL keeps it', async () => {
    const page = await app.openAs(ada, webhooksOf(northwind))
    await expect.poll(() => endpointRows(page).first().innerText()).toContain('Sales room')
    await page.getByRole('button', { name: 'Created' }).click()
    await page.waitForURL('**/webhooks?sort=created_at')
    await expect.poll(() => endpointRows(page).first().innerText()).toContain('Shop backend')
  })
})

describe('creating', () => {
  test('works by keyboard, shows the secret, and starts deliveries', async () => {
    const page = await app.signInAs(ada)
    const organization = await createOrganization(page, 'Keys')
    await openPath(page, webhooksOf(organization))
    await page.getByText('No webhook endpoints yet').waitFor()
    await press(page, 'c')
    const heading = page.getByRole('heading', { name: 'Create a webhook endpoint' })
    await expect.poll(() => hasFocus(heading)).toBe(true)
    await press(page, 'Tab')
    await expect.poll(() => hasFocus(field(page, 'URL'))).toBe(true)
    await press(page, 'Enter')
    await page.getByText('Enter a URL.').waitFor()
    await page.getByText('Choose at least one event.').waitFor()
    await page.keyboard.type(`${receiver.current.url}/keys`)
    await group(page, 'Products').focus()
    await press(page, 'Space', 'Enter')
    await page.getByText('is ready.').waitFor()
    const secret = await field(page, 'Signing secret').inputValue()
    expect(secret).toMatch(/^guildhall_whs_/)
    await page.getByRole('figure', { name: 'Handle events' }).waitFor()
    await forEachView(
      () => Promise.resolve(page),
      (_, view) => expectAccessibleView(page, 'webhook-created', view),
    )
    await makeProduct(page, organization, { name: 'Announced' })
    const there = () => receiver.current.received.filter(({ path }) => path.endsWith('/keys'))
    await expect.poll(() => there().map(({ type }) => type)).toEqual(['product.created'])
    expect(there().every((one) => isSignedBy(secret, one))).toBe(true)
    await page.getByRole('link', { name: 'View endpoint' }).click()
    await page.getByText('healthy', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Health' }).getByText('HTTP 200').waitFor()
    await expect.poll(() => page.getByText(secret).count()).toBe(0)
  })

  test('selects events by group, and the format by host', async () => {
    const page = await app.openAs(ada, webhooksOf(northwind, '/new'))
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
    await page.getByText('Messages in a Slack channel').waitFor()
    await expect.poll(() => page.getByText('Signing secret').count()).toBe(0)
    await field(page, 'URL').fill('https://discord.com/api/webhooks/1/x')
    await expect.poll(() => format.inputValue()).toBe('discord')
    await format.selectOption('JSON')
    await field(page, 'URL').fill('https://discord.com/api/webhooks/1/xy')
    await expect.poll(() => format.inputValue()).toBe('raw')
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  })

  test('accepts an existing secret', async () => {
    const page = await app.signInAs(ada)
    const organization = await createOrganization(page, 'Own secret')
    await openPath(page, webhooksOf(organization, '/new'))
    await field(page, 'URL').fill(`${receiver.current.url}/own`)
    await field(page, 'Name (optional)').fill('Old handler')
    await box(page, 'product.created').check()
    await page.getByRole('radio', { name: 'Use my own secret' }).check()
    await button(page, 'Create endpoint').click()
    await page.getByText('Enter the secret.').waitFor()
    await field(page, 'Secret').fill(' brought along ')
    await button(page, 'Create endpoint').click()
    await page.getByText('Old handler is ready.').waitFor()
    await expect.poll(() => field(page, 'Signing secret').inputValue()).toBe('brought along')
  })

  test('explains under the URL why it is refused', async () => {
    const page = await app.openAs(ada, webhooksOf(northwind, '/new'))
    await box(page, 'product.created').check()
    await field(page, 'URL').fill('https://nobody.invalid/hook')
    await button(page, 'Create endpoint').click()
    await page.getByText('The host nobody.invalid was not found. Check its spelling.').waitFor()
    await expect.poll(() => hasFocus(field(page, 'URL'))).toBe(true)
  })

  test('is refused with a reason to a former admin', async () => {
    const zoe = await app.signUp('Zoe Zander')
    await addMember(app, northwind, zoe, 'admin')
    const page = await app.openAs(zoe, webhooksOf(northwind, '/new'))
    await field(page, 'URL').fill(receiver.current.url)
    await box(page, 'product.created').check()
    await app.query(`update member set role = 'member' where user_id = $1`, [zoe.id])
    await button(page, 'Create endpoint').click()
    await page
      .getByText('Only owners and admins can create and change webhook endpoints.')
      .waitFor()
    await expect.poll(() => field(page, 'URL').count()).toBe(0)
  })
})

test('sample events are sent and received in the browser', async () => {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, 'Listening')
  await makeProduct(page, organization, { name: 'Before' })
  await app.server.settle()
  await openPath(page, webhooksOf(organization, '/events'))
  await page.getByText('Listening.').waitFor()
  await makeProduct(page, organization, { name: 'Heard of' })
  const heard = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect.poll(() => heard.count()).toBe(1)
  await heard.getByRole('button', { name: 'product.created' }).click()
  await heard.getByText('"name": "Heard of"').waitFor()
  await forEachView(
    () => Promise.resolve(page),
    (_, view) => expectAccessibleView(page, 'webhook-events-heard', view),
  )
  await page.getByRole('combobox', { name: 'Event to trigger' }).fill('customer.created')
  await page.getByRole('option', { name: 'customer.created' }).click()
  await button(page, 'Trigger').click()
  await page.mouse.move(0, 0)
  await page.locator(':focus').blur()
  await heard.getByRole('button', { name: 'customer.created' }).waitFor()
  await button(page, 'Clear list').click()
  await page.getByText('No events since').waitFor()
})
