import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assert } from '../../../server/src/kernel/assert.ts'
import { confirm, newCheckout, pathOf } from '../../../server/test/checkouts.ts'
import { testDatabase } from '../../../server/test/database.ts'
import { newDiscount, tenPercent } from '../../../server/test/discounts.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { limitsEndIn } from '../../../server/test/limits.ts'
import { hasNginx, type Nginx, startNginx } from '../../../server/test/nginx.ts'
import { createOrganization } from '../../../server/test/owned-organization.ts'
import { newProduct } from '../../../server/test/products.ts'
import { many, runConcurrently } from '../../../server/test/run-concurrently.ts'
import { type BillingCalls, newBackend, withNothing } from '../../../server/test/sellers.ts'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import {
  openServerProcesses,
  type ServerProcess,
  type ServerProcesses,
} from '../../../server/test/server-processes.ts'
import { runOn } from '../../../server/test/sql.ts'
import { testPort } from '../../../server/test/test-port.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { newEndpoint } from '../../../server/test/webhooks.ts'
import { environment, ourSubject } from '../races/ours.ts'
import { runScenario } from '../races/rounds.ts'
import { scenarios } from '../races/scenarios.ts'
import type { Subject } from '../races/subject.ts'

const racing = 20
const guess = { email: 'nobody@example.test', password: 'a wrong guess' }

describe.skipIf(!hasNginx)('four processes for requests and two workers behind nginx', () => {
  const db = testDatabase()
  let nginx: Nginx
  let processes: ServerProcesses
  let webs: readonly ServerProcess[]
  let workers: ServerProcess[]
  /** Not one of them: it only gives tests what they know of a server. */
  let server: TestServer
  let subject: Subject
  let seller: BillingCalls
  let buyer: BillingCalls
  let receiver: WebhookReceiver

  beforeAll(async () => {
    const port = await testPort()
    const settings = {
      ...environment,
      GUILDHALL_URL: `http://127.0.0.1:${port}`,
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
    }
    server = await startTestServer(db, { ...settings, GUILDHALL_ROLES: 'web' })
    processes = await openServerProcesses(db, settings)
    webs = await Promise.all([1, 2, 3, 4].map(() => processes.startWeb()))
    workers = await Promise.all([1, 2].map(() => processes.startWorker()))
    nginx = await startNginx({ port, processes: webs.map((web) => web.port) })
    receiver = await startWebhookReceiver()
    const [secret] = server.config.server.secrets ?? []
    assert(secret !== undefined, 'a test server has a secret')
    subject = await ourSubject({ port, secret, publicUrl: server.url, ownerUrl: db.ownerUrl })
    const acme = await createOrganization(server)
    seller = await newBackend(server, acme, [
      'products:write',
      'discounts:write',
      'checkouts:write',
      'customers:write',
      'webhooks:write',
      'orders:read',
    ])
    buyer = withNothing(server)
  })
  afterAll(async () => {
    await nginx?.stop()
    await processes?.stop()
    await receiver?.stop()
    await server?.stop()
  })

  const at = (index: number): string => `http://127.0.0.1:${webs[index % webs.length]?.port}`

  it.each(scenarios)('under racing requests: $invariant', async (scenario) => {
    const outcome = await runScenario(subject, scenario, racing)
    expect(outcome).toMatchObject({ violations: 0, faults: 0, examples: [] })
  })

  it('a checkout that is confirmed everywhere at once is paid once', async () => {
    const checkout = await newCheckout(seller, [await newProduct(seller)])
    const answers = await Promise.all(
      Array.from({ length: racing }, (_, index) =>
        confirm(withNothing({ url: at(index) }), checkout, {
          customer_email: 'once@customer.test',
        }),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(answers.map(({ status }) => status)).toContain(200)
    await server.settle()
    const [found] = await runOn(
      db.ownerUrl,
      `select (select count(*)::int from orders where checkout_id = $1) as orders,
              (select count(*)::int from payment where checkout_id = $1 and status = 'succeeded') as payments`,
      [checkout.id],
    )
    expect(found).toEqual({ orders: 1, payments: 1 })
  })

  it('a discount for three is redeemed three times', async () => {
    const product = await newProduct(seller)
    const discount = await newDiscount(seller, { ...tenPercent, code: 'THREE', max_redemptions: 3 })
    const checkouts = await Promise.all(
      Array.from({ length: 12 }, () =>
        newCheckout(seller, [product], { discount_id: discount.id }),
      ),
    )
    const answers = await Promise.all(
      checkouts.map((checkout, index) => confirm(withNothing({ url: at(index) }), checkout)),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await server.settle()
    const [found] = await runOn(
      db.ownerUrl,
      'select count(*)::int as orders from orders where discount_id = $1',
      [discount.id],
    )
    expect(found).toEqual({ orders: 3 })
  })

  it('a code belongs to one of the discounts that are created at once', async () => {
    const outcome = await runConcurrently((index) =>
      seller.post('/discounts/', { ...tenPercent, code: index % 2 === 0 ? 'RACED' : 'raced' }),
    )
    expect(outcome).toEqual({ 201: 1, '422 RequestValidationError body.code': many - 1 })
  })

  it('a live page hears of what another process does, through nginx', async () => {
    const checkout = await newCheckout(seller, [await newProduct(seller)])
    const streams = await Promise.all(
      [1, 2, 3, 4].map(() => fetch(`${server.url}/v1${pathOf(checkout)}/stream`)),
    )
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await confirm(buyer, checkout)
    for (const stream of streams) {
      const text = await stream.text()
      expect(text).toContain('"status":"open"')
      expect(text).toContain('checkout.order_created')
      expect(text).toContain('checkout.webhook_event_delivered')
    }
  })

  it('both workers listen for events', async () => {
    await eventually(async () => {
      const [found] = await runOn(
        db.ownerUrl,
        `select count(*)::int as listening from pg_stat_activity
          where datname = current_database() and query = 'listen guildhall_outbox'`,
      )
      expect(found).toEqual({ listening: workers.length })
    })
  })

  it('a webhook is delivered once, and none is lost with a worker', async () => {
    await newEndpoint(seller, { url: receiver.url, events: ['customer.created'] })
    const create = (index: number) =>
      seller.post('/customers/', { email: `${index}-${crypto.randomUUID()}@customer.test` })
    const arrived = () => receiver.received.map(({ data }) => String(data['email']))
    const first = await Promise.all(Array.from({ length: 60 }, (_, index) => create(index)))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201]))
    await eventually(() => expect(receiver.received.length).toBe(60))
    expect(new Set(arrived()).size).toBe(60)

    const [killed] = workers
    const creating = Array.from({ length: 60 }, (_, index) => create(index))
    await killed?.kill()
    const second = await Promise.all(creating)
    const sent = [...first, ...second].map(({ body }) => String(body?.['email']))
    await eventually(() => expect(new Set(arrived())).toEqual(new Set(sent)))
    workers = [...workers.slice(1), await processes.startWorker()]
  })

  it('no request fails while processes are replaced one after the other', async () => {
    const product = await newProduct(seller)
    const failed: string[] = []
    let purchases = 0
    let isOver = false
    const buy = async () => {
      const checkout = await newCheckout(seller, [product])
      const { status, text } = await confirm(buyer, checkout)
      if (status === 200) purchases += 1
      else failed.push(`${status} ${text}`)
    }
    const keepBuying = async () => {
      while (!isOver) await buy().catch((error: unknown) => failed.push(String(error)))
    }
    const buyers = Array.from({ length: 4 }, keepBuying)
    for (const web of webs) {
      const before = purchases
      await eventually(() => expect(purchases).toBeGreaterThan(before + 5))
      await web.stop()
      await processes.startWeb({ PORT: String(web.port) })
    }
    isOver = true
    await Promise.all(buyers)
    expect(failed).toEqual([])
  })

  it('attempts to sign in are counted for all processes together', async () => {
    const limited = await Promise.all(
      [1, 2].map(() => processes.startWeb({ GUILDHALL_RATE_LIMIT: 'on' })),
    )
    const statuses: number[] = []
    for (const { port } of [...limited, ...limited]) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.7',
          origin: server.url,
        },
        body: JSON.stringify(guess),
      })
      statuses.push(status)
      await limitsEndIn(db, 10)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
    await Promise.all(limited.map((one) => one.stop()))
  })
})
