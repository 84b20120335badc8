import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReceivedWebhook } from '../packages/server/test/webhook-receiver.ts'
import { makeProduct } from './catalog.ts'
import { button, dialogOn, field, makeEndpoint, testReceiver, webhooksOf } from './listeners.ts'
import { hasFocus, newsOn, type Person, press, serverWithOperator, wide } from './operators.ts'
import { enroll, found, type Organization } from './organizers.ts'
import {
  arrive,
  arriveToLook,
  expectInOrder,
  expectPageInOrder,
  isLoaded,
  onEachScreen,
  rowsIn,
} from './visit.ts'

const place = serverWithOperator({}, { isDelivering: true })
const receiver = testReceiver()

let ada: Person
let jun: Person
let northwind: Organization
const ids = { shop: '', taken: '', waiting: '', failed: '' }

const broken = { status: 500, body: '<h1>Out of stock</h1>' }

beforeAll(async () => {
  ada = await place.signUp('Ada Lindqvist')
  jun = await place.signUp('Jun Okafor')
  const page = await place.enterAs(ada)
  northwind = await found(page, 'Northwind Tools')
  await enroll(place, northwind, jun, 'member')
  ids.shop = await listen(page, northwind, '/shop')
  const taken = await makeProduct(page, northwind, { name: 'Taken' })
  ids.taken = await deliveryOf(page, taken)
  receiver.current.behave(broken)
  const waiting = await makeProduct(page, northwind, { name: 'Waiting' })
  ids.waiting = await deliveryOf(page, waiting)
  // It waits for as long as somebody looks at it.
  await place.query(
    `update webhook_delivery set next_attempt_at = now() + interval '1 day' where id = $1`,
    [ids.waiting],
  )
  await rename(page, waiting, 'Waiting and changed')
  const failed = await makeProduct(page, northwind, { name: 'Failed' })
  ids.failed = await deliveryOf(page, failed)
  await place.query(
    `update webhook_delivery set state = 'failed', next_attempt_at = null where id = $1`,
    [ids.failed],
  )
  await place.leave()
})

const listen = (page: Page, organization: Organization, path: string) =>
  makeEndpoint(page, organization, {
    url: `${receiver.current.url}${path}`,
    name: 'Shop backend',
    events: ['product.created', 'product.updated'],
  })

/** What the receiver has got about an object there, as soon as it’s in the log. */
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
  ['webhook-delivery-taken', () => ada, () => deliveryAt(northwind, ids.taken)],
  ['webhook-delivery-waiting', () => ada, () => deliveryAt(northwind, ids.waiting)],
  ['webhook-delivery-failed', () => jun, () => deliveryAt(northwind, ids.failed)],
  ['webhook-events', () => ada, () => webhooksOf(northwind, '/events')],
] as const)('%s is in order', (name, person, path) =>
  expectPageInOrder(name, place.lookAs(person(), path())),
)

test.each([
  ['webhook-redeliver', 'Send again', () => deliveryAt(northwind, ids.failed)],
  ['webhook-replay', 'Send again…', () => logOf(northwind, ids.shop)],
] as const)('%s, which asks before something is sent again, is in order', (name, action, path) =>
  onEachScreen(place.lookAs(ada, path()), async (page, inEach) => {
    await button(page, action).click()
    await dialogOn(page).waitFor()
    await inEach((view) => expectInOrder(page, name, { ...view, window: true }))
    await press(page, 'Escape')
    await dialogOn(page).waitFor({ state: 'detached' })
  }),
)

describe('the log', () => {
  test('is narrowed in every way, and its address keeps it', async () => {
    const page = await place.arriveAs(jun, logOf(northwind, ids.shop))
    await expect.poll(() => rows(page).count()).toBe(4)
    await button(log(page), 'State').click()
    await page.getByRole('menuitem', { name: 'waiting' }).click()
    await page.waitForURL('**?state=waiting')
    await expect.poll(() => states(page)).toEqual(['waiting', 'waiting'])
    await expect.poll(() => rows(page).first().innerText()).toContain('after an earlier one')
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
    await page.getByText('No delivery matches').waitFor()
    await button(page, 'Show all deliveries').click()
    await expect.poll(() => rows(page).count()).toBe(4)
    await arriveToLook(page, logOf(northwind, ids.shop, '?from=2020-01-01&to=2020-01-31'))
    await page.getByText('No delivery matches').waitFor()
  })

  test('shows what happens by itself, and leads to it by keyboard', async () => {
    const { page, organization } = await arriveWithOwn('Live')
    await page.getByText('Nothing was sent so far').waitFor()
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

  test('doesn’t move under who reads it', async () => {
    const { page, organization } = await arriveWithOwn('Reading')
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
    await expectInOrder(page, 'webhook-log-newer', { ...wide, window: true })
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

  test('comes by pages, the older ones on demand', async () => {
    const { page, organization, endpoint } = await arriveWithOwn('Crowded')
    await makeProduct(page, organization, { name: 'The latest' })
    await expect.poll(() => rows(page).count()).toBe(1)
    // As if it had been sent many a thing before.
    await place.query(
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
    // Whoever reads far below, on a phone, is led up to what is new.
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
  test('says what was sent, and what came back', async () => {
    const page = await place.arriveAs(jun, deliveryAt(northwind, ids.waiting))
    await page.getByText('The next attempt comes').waitFor()
    const attempts = page.getByRole('region', { name: 'Attempts' })
    await expect.poll(() => attempts.innerText()).toContain('Answered HTTP 500')
    await expect.poll(() => attempts.innerText()).toContain('<h1>Out of stock</h1>')
    const payload = page.getByRole('region', { name: 'Payload' })
    await expect.poll(() => payload.innerText()).toContain('"type": "product.created"')
    const headers = page.getByRole('region', { name: 'Request headers' })
    await expect.poll(() => headers.innerText()).toContain(ids.waiting)
    await payload.getByRole('radio', { name: 'As sent' }).check()
    const body = receivedAs(ids.waiting).at(0)?.body ?? 'nothing'
    await expect.poll(() => payload.locator('pre').innerText()).toBe(body)
    await expect.poll(() => button(page, 'Send again').count()).toBe(0)
    await page.getByRole('link', { name: 'Show the product' }).click()
    await page.getByRole('heading', { name: 'Waiting and changed' }).waitFor()
  })

  test('is made again by a terminal', async () => {
    const page = await place.arriveAs(ada, deliveryAt(northwind, ids.taken))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Copy as curl').click()
    await expect.poll(() => newsOn(page)).toContain('curl command copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const body = receivedAs(ids.taken).at(0)?.body ?? 'nothing'
    expect(copied).toContain(`body='${body.replaceAll("'", "'\\''")}'`)
    expect(copied).toContain(`curl -X POST '${receiver.current.url}/shop'`)
    expect(copied).toContain(`-H 'webhook-id: ${ids.taken}'`)
  })

  test('is found by nobody who isn’t in its organization', async () => {
    const page = await place.enterAs(ada)
    const other = await found(page, 'Another one')
    for (const id of [ids.taken, 'nonsense', crypto.randomUUID()]) {
      await arriveToLook(page, deliveryAt(other, id))
      const title = page.getByRole('heading', { name: 'There is no such delivery' })
      await expect.poll(() => title.count()).toBe(1)
    }
  })
})

describe('sending again', () => {
  test('one goes out under its id, and the page says how it went', async () => {
    const { page, organization, path } = await arriveWithOwn('Again')
    behaveAt(path, broken)
    const product = await makeProduct(page, organization, { name: 'Unlucky' })
    const id = await deliveryOf(page, product)
    await arriveToLook(page, deliveryAt(organization, id))
    await page.getByText('waiting', { exact: true }).waitFor()
    behaveAt(path, 200)
    await button(page, 'Send again').click()
    await button(dialogOn(page), 'Send again').click()
    await expect.poll(() => newsOn(page)).toContain('It leaves now')
    await page.getByText('delivered', { exact: true }).waitFor()
    const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')
    await expect.poll(() => attempts.first().innerText()).toContain('Taken with HTTP 200')
    expect(receivedAs(id).length).toBe(2)
  })

  test('several go out in order, and their number is told', async () => {
    const { page, organization, path } = await arriveWithOwn('Replayed')
    for (const name of ['One', 'Two', 'Three']) await makeProduct(page, organization, { name })
    await expect.poll(() => rows(page).count()).toBe(3)
    const first = receivedAt(path).map(({ id }) => id)
    await openReplay(page)
    await dialogOn(page).getByLabel('Only what was given up').uncheck()
    await button(dialogOn(page), 'Send again').click()
    await dialogOn(page).getByText('Say which events').waitFor()
    await dialogOn(page).getByLabel('Only what was given up').check()
    await button(dialogOn(page), 'Send again').click()
    await dialogOn(page).getByText('No event is like that').waitFor()
    await dialogOn(page).getByLabel('Only what was given up').uncheck()
    await dialogOn(page).getByRole('radio', { name: 'By sequence' }).check()
    await field(dialogOn(page), 'From sequence (optional)').fill('0')
    await button(dialogOn(page), 'Send again').click()
    await dialogOn(page).getByText('Enter a whole number from 1.').waitFor()
    await field(dialogOn(page), 'From sequence (optional)').fill('1')
    await button(dialogOn(page), 'Send again').click()
    await expect.poll(() => newsOn(page)).toContain('3 events leave again')
    await expect.poll(() => receivedAt(path).map(({ id }) => id)).toEqual([...first, ...first])
  })

  test('begins with what the log is narrowed to', async () => {
    const { page, organization, path, endpoint } = await arriveWithOwn('Narrowed')
    const product = await makeProduct(page, organization, { name: 'One' })
    await makeProduct(page, organization, { name: 'Two' })
    await expect.poll(() => rows(page).count()).toBe(2)
    await arriveToLook(
      page,
      logOf(organization, endpoint, `?object=${product}&type=product.created`),
    )
    await expect.poll(() => rows(page).count()).toBe(1)
    await openReplay(page)
    await expect.poll(() => field(dialogOn(page), 'Object (optional)').inputValue()).toBe(product)
    await button(dialogOn(page), 'Send again').click()
    await expect.poll(() => newsOn(page)).toContain('1 event leaves again')
    await expect
      .poll(() => receivedAt(path).map(({ data }) => data['name']))
      .toEqual(['One', 'Two', 'One'])
  })

  test('isn’t offered to who may only look', async () => {
    const page = await place.arriveAs(jun, logOf(northwind, ids.shop))
    await expect.poll(() => rows(page).count()).toBe(4)
    await expect.poll(() => button(page, 'Send again…').count()).toBe(0)
    await arriveToLook(page, webhooksOf(northwind, '/events'))
    await page.getByText('Nothing has happened since').waitFor()
    await expect.poll(() => button(page, 'Make it').count()).toBe(0)
  })

  test('to a disabled endpoint is refused in words', async () => {
    const { page, organization, endpoint } = await arriveWithOwn('Switched off')
    const id = await deliveryOf(page, await makeProduct(page, organization, { name: 'One' }))
    await arriveToLook(page, deliveryAt(organization, id))
    await button(page, 'Send again').click()
    await place.query(
      `update webhook_endpoint set is_enabled = false, disabled_reason = 'member' where id = $1`,
      [endpoint],
    )
    await button(dialogOn(page), 'Send again').click()
    const words = dialogOn(page).getByText('This endpoint is disabled.')
    await expect.poll(() => words.count()).toBe(1)
  })
})

const isInWindow = (row: Locator) =>
  row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** Ada in an organization that only this test knows, before the log of its endpoint. */
async function arriveWithOwn(name: string) {
  const page = await place.enterAs(ada)
  const organization = await found(page, name)
  const path = `/${organization.slug}`
  behaveAt(path, 200)
  const endpoint = await listen(page, organization, path)
  await arrive(page, logOf(organization, endpoint))
  await isLoaded(page)
  return { page, organization, endpoint, path }
}

function behaveAt(path: string, manner: number | typeof broken): void {
  receiver.current.behave((webhook) => (isAt(path)(webhook) ? manner : broken))
}

const isAt = (path: string) => (webhook: ReceivedWebhook) => webhook.path.endsWith(path)
const receivedAt = (path: string) => receiver.current.received.filter(isAt(path))
const receivedAs = (id: string) => receiver.current.received.filter((webhook) => webhook.id === id)

async function openReplay(page: Page): Promise<void> {
  await button(page, 'Send again…').click()
  await dialogOn(page).waitFor()
}

async function chooseText(page: Page, filter: string, text: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click()
  await page.getByRole('textbox', { name: filter }).fill(text)
  await press(page, 'Enter')
}
