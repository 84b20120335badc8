import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReceivedWebhook } from '../packages/server/test/webhook-receiver.ts'
import { makeProduct } from './catalog.ts'
import { hasFocus, type Person, press, serverWithOperator, toastsOn, wide } from './operators.ts'
import { addMember, createOrganization, type Organization } from './organizations.ts'
import {
  expectAccessiblePage,
  expectAccessibleView,
  onDesktopAndPhone,
  openForViewing,
  openPath,
  rowsIn,
  waitUntilLoaded,
} from './visit.ts'
import {
  button,
  dialogOn,
  field,
  makeEndpoint,
  testReceiver,
  webhooksOf,
} from './webhook-endpoints.ts'

const app = serverWithOperator({}, { isDelivering: true })
const receiver = testReceiver()

let ada: Person
let jun: Person
let northwind: Organization
const ids = { shop: '', delivered: '', waiting: '', failed: '' }

const broken = { status: 500, body: '<h1>Out of stock</h1>' }

beforeAll(async () => {
  ada = await app.signUp('Ada Lindqvist')
  jun = await app.signUp('Jun Okafor')
  const page = await app.signInAs(ada)
  northwind = await createOrganization(page, 'Northwind Tools')
  await addMember(app, northwind, jun, 'member')
  ids.shop = await createEndpoint(page, northwind, '/shop')
  const delivered = await makeProduct(page, northwind, { name: 'Delivered' })
  ids.delivered = await deliveryOf(page, delivered)
  receiver.current.behave(broken)
  const waiting = await makeProduct(page, northwind, { name: 'Waiting' })
  ids.waiting = await deliveryOf(page, waiting)
  // Keeps it waiting during all tests.
  await app.query(
    `update webhook_delivery set next_attempt_at = now() + interval '1 day' where id = $1`,
    [ids.waiting],
  )
  await rename(page, waiting, 'Waiting and changed')
  const failed = await makeProduct(page, northwind, { name: 'Failed' })
  ids.failed = await deliveryOf(page, failed)
  await app.query(
    `update webhook_delivery set state = 'failed', next_attempt_at = null where id = $1`,
    [ids.failed],
  )
  await app.endVisits()
})

const createEndpoint = (page: Page, organization: Organization, path: string) =>
  makeEndpoint(page, organization, {
    url: `${receiver.current.url}${path}`,
    name: 'Shop backend',
    events: ['product.created', 'product.updated'],
  })

/** The id of the received delivery about an object, once it’s in the log. */
const deliveryOf = (page: Page, objectId: string): Promise<string> =>
  vi.waitFor(async () => {
    const got = receiver.current.received.find(({ data }) => data['id'] === objectId)
    assert(got !== undefined)
    const answer = await page.request.get(`/v1/webhooks/messages/${got.id}`)
    assert.equal(answer.status(), 200)
    return got.id
  }, patience)

const patience = { timeout: 60_000, interval: 50 }

async function rename(page: Page, id: string, name: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.patch(`/v1/products/${id}`, { data: { name }, headers })
  assert.equal(answer.status(), 200, await answer.text())
}

const logOf = (organization: Organization, endpoint: string, search = '') =>
  webhooksOf(organization, `/${endpoint}${search}`)
const deliveryAt = (organization: Organization, id: string) =>
  webhooksOf(organization, `/deliveries/${id}`)

const log = (page: Page) => page.getByRole('region', { name: 'Deliveries' })
const rows = (page: Page) => rowsIn(page, 'Deliveries')
const states = async (page: Page) =>
  (await rows(page).allInnerTexts()).map(
    (text) => /delivered|waiting|failed|skipped/.exec(text)?.[0],
  )

test.each([
  ['webhook-log', () => ada, () => logOf(northwind, ids.shop)],
  ['webhook-log-as-member', () => jun, () => logOf(northwind, ids.shop)],
  ['webhook-log-none', () => ada, () => logOf(northwind, ids.shop, '?state=skipped&code=404')],
  ['webhook-delivery-delivered', () => ada, () => deliveryAt(northwind, ids.delivered)],
  ['webhook-delivery-waiting', () => ada, () => deliveryAt(northwind, ids.waiting)],
  ['webhook-delivery-failed', () => jun, () => deliveryAt(northwind, ids.failed)],
  ['webhook-events', () => ada, () => webhooksOf(northwind, '/events')],
] as const)('%s fits and is accessible', (name, person, path) =>
  expectAccessiblePage(name, app.viewAs(person(), path())),
)

test.each([
  ['webhook-redeliver', 'Resend', () => deliveryAt(northwind, ids.failed)],
  ['webhook-replay', 'Resend…', () => logOf(northwind, ids.shop)],
] as const)('the confirmation %s fits and is accessible', (name, action, path) =>
  onDesktopAndPhone(app.viewAs(ada, path()), async (page, eachView) => {
    await button(page, action).click()
    await dialogOn(page).waitFor()
    await eachView((view) => expectAccessibleView(page, name, { ...view, window: true }))
    await press(page, 'Escape')
    await dialogOn(page).waitFor({ state: 'detached' })
  }),
)

describe('the log', () => {
  test('is filtered in every way, and the URL keeps it', async () => {
    const page = await app.openAs(jun, logOf(northwind, ids.shop))
    await expect.poll(() => rows(page).count()).toBe(4)
    await button(log(page), 'State').click()
    await page.getByRole('menuitem', { name: 'waiting' }).click()
    await page.waitForURL('**?state=waiting')
    await expect.poll(() => states(page)).toEqual(['waiting', 'waiting'])
    await expect
      .poll(() => rows(page).first().innerText())
      .toContain('waiting for an earlier event')
    await page.getByRole('combobox', { name: 'Event' }).fill('product.created')
    await page.getByRole('option', { name: 'product.created' }).click()
    await page.waitForURL('**?state=waiting&type=product.created')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear the filter State' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await chooseText(page, 'HTTP code', 'ok')
    await page.getByText('Enter a status from 100 to 599.').waitFor()
    await page.getByRole('textbox', { name: 'HTTP code' }).fill('200')
    await press(page, 'Enter')
    await expect.poll(() => states(page)).toEqual(['delivered'])
    await expect.poll(() => page.url()).toContain('code=200')
    await chooseText(page, 'Object', 'nothing-that-exists')
    await page.getByText('No matching deliveries').waitFor()
    await button(page, 'Show all deliveries').click()
    await expect.poll(() => rows(page).count()).toBe(4)
    await openForViewing(page, logOf(northwind, ids.shop, '?from=2020-01-01&to=2020-01-31'))
    await page.getByText('No matching deliveries').waitFor()
  })

  test('updates without a reload, and opens entries by keyboard', async () => {
    const { page, organization } = await openInNewOrganization('Live')
    await page.getByText('No deliveries yet').waitFor()
    await makeProduct(page, organization, { name: 'One' })
    await expect.poll(() => states(page)).toEqual(['delivered'])
    await makeProduct(page, organization, { name: 'Two' })
    await expect.poll(() => rows(page).count()).toBe(2)
    await press(page, 'j')
    await expect.poll(() => hasFocus(rows(page).first().locator('[data-row-link]'))).toBe(true)
    await press(page, 'j', 'Enter')
    await page.waitForURL('**/deliveries/*')
    await page.getByRole('heading', { name: 'product.created' }).waitFor()
  })

  test('doesn’t move while it is hovered', async () => {
    const { page, organization } = await openInNewOrganization('Reading')
    await makeProduct(page, organization, { name: 'One' })
    await expect.poll(() => rows(page).count()).toBe(1)
    const link = rows(page).first().locator('[data-row-link]')
    await rows(page).first().hover()
    const before = {
      at: await rows(page).first().boundingBox(),
      to: await link.getAttribute('href'),
    }
    await makeProduct(page, organization, { name: 'Two' })
    const pill = log(page).getByRole('button', { name: 'Show 1 new' })
    await pill.waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(await rows(page).first().boundingBox()).toEqual(before.at)
    await expectAccessibleView(page, 'webhook-log-newer', { ...wide, window: true })
    await makeProduct(page, organization, { name: 'Three' })
    await log(page).getByRole('button', { name: 'Show 2 new' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
    await expect.poll(() => hasFocus(link)).toBe(true)
    expect(await link.getAttribute('href')).not.toBe(before.to)
    await page.mouse.move(0, 0)
    await link.blur()
    await makeProduct(page, organization, { name: 'Four' })
    await expect.poll(() => rows(page).count()).toBe(4)
  })

  test('loads older pages on demand', async () => {
    const { page, organization, endpoint } = await openInNewOrganization('Crowded')
    await makeProduct(page, organization, { name: 'The latest' })
    await expect.poll(() => rows(page).count()).toBe(1)
    // Older deliveries.
    await app.query(
      `insert into webhook_delivery
         (organization_id, endpoint_id, sequence, logged_at, id, name, object_type, object_id,
          object_version, state, attempts, last_code, created_at)
       select $1, $2, 1000 + number, now(), gen_random_uuid(), 'product.updated', 'product',
              gen_random_uuid()::text, 2, 'delivered', 1, 200, now()
         from generate_series(1, 70) as number`,
      [organization.id, endpoint],
    )
    await expect.poll(() => rows(page).count()).toBe(50)
    await button(page, 'Show older').click()
    await expect.poll(() => rows(page).count()).toBe(71)
    await expect.poll(() => rows(page).last().innerText()).toContain('product.created')
    await expect.poll(() => button(page, 'Show older').count()).toBe(0)
    // On a phone, new entries scroll into view even from the end of the list.
    await page.setViewportSize({ width: 390, height: 780 })
    await rows(page).last().scrollIntoViewIfNeeded()
    await makeProduct(page, organization, { name: 'Even later' })
    await button(log(page), 'Show 1 new').click()
    await expect.poll(() => rows(page).count()).toBe(72)
    const head = page.getByRole('columnheader', { name: 'Event' })
    await expect.poll(async () => (await head.boundingBox())?.y).toBeGreaterThanOrEqual(51)
    await expect.poll(() => isInWindow(rows(page).first())).toBe(true)
  })
})

describe('one delivery', () => {
  test('shows request and response', async () => {
    const page = await app.openAs(jun, deliveryAt(northwind, ids.waiting))
    await page.getByText('The next attempt is due').waitFor()
    const attempts = page.getByRole('region', { name: 'Attempts' })
    await expect.poll(() => attempts.innerText()).toContain('Responded with HTTP 500')
    await expect.poll(() => attempts.innerText()).toContain('<h1>Out of stock</h1>')
    const payload = page.getByRole('region', { name: 'Payload' })
    await expect.poll(() => payload.innerText()).toContain('"type": "product.created"')
    const headers = page.getByRole('region', { name: 'Request headers' })
    await expect.poll(() => headers.innerText()).toContain(ids.waiting)
    await payload.getByRole('radio', { name: 'Raw' }).check()
    const body = receivedAs(ids.waiting).at(0)?.body ?? 'nothing'
    await expect.poll(() => payload.locator('pre').innerText()).toBe(body)
    await expect.poll(() => button(page, 'Resend').count()).toBe(0)
    await page.getByRole('link', { name: 'View product' }).click()
    await page.getByRole('heading', { name: 'Waiting and changed' }).waitFor()
  })

  test('can be copied as a curl command', async () => {
    const page = await app.openAs(ada, deliveryAt(northwind, ids.delivered))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Copy as curl').click()
    await expect.poll(() => toastsOn(page)).toContain('curl command copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const body = receivedAs(ids.delivered).at(0)?.body ?? 'nothing'
    expect(copied).toContain(`body='${body.replaceAll("'", "'\\''")}'`)
    expect(copied).toContain(`curl -X POST '${receiver.current.url}/shop'`)
    expect(copied).toContain(`-H 'webhook-id: ${ids.delivered}'`)
  })

  test('isn’t found from another organization', async () => {
    const page = await app.signInAs(ada)
    const other = await createOrganization(page, 'Another one')
    for (const id of [ids.delivered, 'nonsense', crypto.randomUUID()]) {
      await openForViewing(page, deliveryAt(other, id))
      const title = page.getByRole('heading', { name: 'Delivery not found' })
      await expect.poll(() => title.count()).toBe(1)
    }
  })
})

describe('resending', () => {
  test('keeps the id of a delivery and shows the outcome', async () => {
    const { page, organization, path } = await openInNewOrganization('Again')
    respondAt(path, broken)
    const product = await makeProduct(page, organization, { name: 'Unlucky' })
    const id = await deliveryOf(page, product)
    await openForViewing(page, deliveryAt(organization, id))
    await page.getByText('waiting', { exact: true }).waitFor()
    respondAt(path, 200)
    await button(page, 'Resend').click()
    await button(dialogOn(page), 'Resend').click()
    await expect.poll(() => toastsOn(page)).toContain('Resending now')
    await page.getByText('delivered', { exact: true }).waitFor()
    const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')
    await expect.poll(() => attempts.first().innerText()).toContain('Accepted with HTTP 200')
    expect(receivedAs(id).length).toBe(2)
  })

  test('sends several deliveries in order and counts them', async () => {
    const { page, organization, path } = await openInNewOrganization('Replayed')
    for (const name of ['One', 'Two', 'Three']) await makeProduct(page, organization, { name })
    await expect.poll(() => rows(page).count()).toBe(3)
    const first = receivedAt(path).map(({ id }) => id)
    await openReplay(page)
    await dialogOn(page).getByLabel('Only failed deliveries').uncheck()
    await button(dialogOn(page), 'Resend').click()
    await dialogOn(page).getByText('Choose events by date').waitFor()
    await dialogOn(page).getByLabel('Only failed deliveries').check()
    await button(dialogOn(page), 'Resend').click()
    await dialogOn(page).getByText('No events match').waitFor()
    await dialogOn(page).getByLabel('Only failed deliveries').uncheck()
    await dialogOn(page).getByRole('radio', { name: 'By sequence' }).check()
    await field(dialogOn(page), 'From sequence (optional)').fill('0')
    await button(dialogOn(page), 'Resend').click()
    await dialogOn(page).getByText('Enter a whole number from 1.').waitFor()
    await field(dialogOn(page), 'From sequence (optional)').fill('1')
    await button(dialogOn(page), 'Resend').click()
    await expect.poll(() => toastsOn(page)).toContain('Resending 3 events')
    await expect.poll(() => receivedAt(path).map(({ id }) => id)).toEqual([...first, ...first])
  })

  test('starts with the filter of the log', async () => {
    const { page, organization, path, endpoint } = await openInNewOrganization('Narrowed')
    const product = await makeProduct(page, organization, { name: 'One' })
    await makeProduct(page, organization, { name: 'Two' })
    await expect.poll(() => rows(page).count()).toBe(2)
    await openForViewing(
      page,
      logOf(organization, endpoint, `?object=${product}&type=product.created`),
    )
    await expect.poll(() => rows(page).count()).toBe(1)
    await openReplay(page)
    await expect.poll(() => field(dialogOn(page), 'Object (optional)').inputValue()).toBe(product)
    await button(dialogOn(page), 'Resend').click()
    await expect.poll(() => toastsOn(page)).toContain('Resending 1 event')
    await expect
      .poll(() => receivedAt(path).map(({ data }) => data['name']))
      .toEqual(['One', 'Two', 'One'])
  })

  test('isn’t offered to members', async () => {
    const page = await app.openAs(jun, logOf(northwind, ids.shop))
    await expect.poll(() => rows(page).count()).toBe(4)
    await expect.poll(() => button(page, 'Resend…').count()).toBe(0)
    await openForViewing(page, webhooksOf(northwind, '/events'))
    await page.getByText('No events since').waitFor()
    await expect.poll(() => button(page, 'Trigger').count()).toBe(0)
  })

  test('to a disabled endpoint is refused with a reason', async () => {
    const { page, organization, endpoint } = await openInNewOrganization('Switched off')
    const id = await deliveryOf(page, await makeProduct(page, organization, { name: 'One' }))
    await openForViewing(page, deliveryAt(organization, id))
    await button(page, 'Resend').click()
    await app.query(
      `update webhook_endpoint set is_enabled = false, disabled_reason = 'member' where id = $1`,
      [endpoint],
    )
    await button(dialogOn(page), 'Resend').click()
    const words = dialogOn(page).getByText('This endpoint is disabled.')
    await expect.poll(() => words.count()).toBe(1)
  })
})

const isInWindow = (row: Locator) =>
  row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Opens the log of an endpoint of a new organization of Ada's. */
async function openInNewOrganization(name: string) {
  const page = await app.signInAs(ada)
  const organization = await createOrganization(page, name)
  const path = `/${organization.slug}`
  respondAt(path, 200)
  const endpoint = await createEndpoint(page, organization, path)
  await openPath(page, logOf(organization, endpoint))
  await waitUntilLoaded(page)
  return { page, organization, endpoint, path }
}

function respondAt(path: string, response: number | typeof broken): void {
  receiver.current.behave((webhook) => (isAt(path)(webhook) ? response : broken))
}

const isAt = (path: string) => (webhook: ReceivedWebhook) => webhook.path.endsWith(path)
const receivedAt = (path: string) => receiver.current.received.filter(isAt(path))
const receivedAs = (id: string) => receiver.current.received.filter((webhook) => webhook.id === id)

async function openReplay(page: Page): Promise<void> {
  await button(page, 'Resend…').click()
  await dialogOn(page).waitFor()
}

async function chooseText(page: Page, filter: string, text: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('textbox', { name: filter }).fill(text)
  await press(page, 'Enter')
}
