import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newOrder, newProcessorId, newStock, orderCalls, report } from '../../../../test/orders.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import { type BillingCalls, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const running = testServer(db)

async function newSeller() {
  const organization = await createOrganization(running.current)
  const calls = await orderCalls(running.current, organization)
  return { organization, calls, stock: await newStock(calls) }
}

interface Listed {
  readonly id: string
  readonly number: string
  readonly kind: string
  readonly cause: string | null
  readonly corrects: string | null
  readonly refund_id: string | null
  readonly amount: number
}

async function documentsOf(calls: BillingCalls, order: string): Promise<readonly Listed[]> {
  await running.current.settle()
  const { body } = await calls.get(`/orders/${order}/invoices`)
  return JSON.parse(JSON.stringify(body?.['items']))
}

/** Waits until the sweep has numbered so many documents. */
async function documents(calls: BillingCalls, order: string, many: number) {
  await expect
    .poll(async () => (await documentsOf(calls, order)).length, { timeout: 60_000 })
    .toBe(many)
  return documentsOf(calls, order)
}

async function pdfOf(calls: BillingCalls, order: string, { id }: Listed): Promise<string> {
  const answer = await calls.get(`/orders/${order}/invoices/${id}`)
  expect(answer.status).toBe(200)
  const pdf = await fetch(String(answer.body?.['url']))
  expect(pdf.status).toBe(200)
  return pdfText(Buffer.from(await pdf.arrayBuffer())).join('\n')
}

const refund = (calls: BillingCalls, order_id: string, amount: number) =>
  calls.post('/refunds/', { order_id, reason: 'customer_request', amount })

const prefixOf = ({ slug }: OwnedOrganization): string => slug.toUpperCase()

it('each refund has a credit note of its own range that names the invoice', async () => {
  const { organization, calls, stock } = await newSeller()
  const order = await newOrder(running.current, organization, stock)
  await documents(calls, order, 1)
  expect((await refund(calls, order, 400)).status).toBe(200)
  expect((await refund(calls, order, 600)).status).toBe(200)
  const [invoice, first, second] = await documents(calls, order, 3)
  const prefix = prefixOf(organization)
  expect(invoice).toMatchObject({ number: `${prefix}-0001`, cause: null, amount: 1190 })
  expect(first).toMatchObject({
    number: `${prefix}-CN-0001`,
    kind: 'credit_note',
    cause: 'refund',
    corrects: `${prefix}-0001`,
    refund_id: expect.any(String),
    amount: -476,
  })
  expect(second).toMatchObject({ number: `${prefix}-CN-0002`, amount: -714 })
  if (first === undefined) return
  const text = await pdfOf(calls, order, first)
  for (const words of [
    'Credit note',
    `${prefix}-CN-0001`,
    `${prefix}-0001 of `,
    'Ada Lovelace',
    'VAT 19%',
    '-$4.00',
    '-$0.76',
    '-$4.76',
    `A refund of invoice ${prefix}-0001.`,
  ]) {
    expect(text).toContain(words)
  }
})

it('a printed credit note never changes, also when the buyer does', async () => {
  const { organization, calls, stock } = await newSeller()
  const order = await newOrder(running.current, organization, stock)
  await refund(calls, order, 400)
  const [, note] = await documents(calls, order, 2)
  if (note === undefined) return
  const before = await pdfOf(calls, order, note)
  await calls.get(`/orders/${order}/invoice`)
  expect((await calls.patch(`/orders/${order}`, { billing_name: 'Changed' })).status).toBe(200)
  const all = await documents(calls, order, 4)
  expect(all.map(({ cause }) => cause)).toEqual([null, 'refund', 'correction', null])
  expect(await pdfOf(calls, order, note)).toBe(before)
  const sum = all.reduce((total, { amount }) => total + amount, 0)
  expect(sum).toBe(1190 - 476)
})

it('a refund that fails after it succeeded has its credit note reversed', async () => {
  const { organization, calls, stock } = await newSeller()
  const order = await newOrder(running.current, organization, stock)
  const made = await refund(calls, order, 400)
  await documents(calls, order, 2)
  const { rows } = await db.database.pool.query('select processor_id from refund where id = $1', [
    String(made.body?.['id']),
  ])
  const { processor_id: processorId } = rows[0]
  const failed = { orderId: order, refundId: String(made.body?.['id']), processorId }
  await report(running.current, organization, 'processor_refund', {
    ...failed,
    status: 'failed',
    amount: 476,
  })
  const all = await documents(calls, order, 3)
  expect(all[2]).toMatchObject({ cause: 'correction', corrects: all[1]?.number, amount: 476 })
  if (all[2] === undefined) return
  expect(await pdfOf(calls, order, all[2])).toContain(
    `This credit note reverses credit note ${all[1]?.number} in full.`,
  )
})

it('a lost dispute has one, and an open or a won one has none', async () => {
  const { organization, calls, stock } = await newSeller()
  const won = await newOrder(running.current, organization, stock)
  const lost = await newOrder(running.current, organization, stock)
  const disputed = (orderId: string, status: string) =>
    report(running.current, organization, 'dispute', {
      orderId,
      processorId: `dp_${orderId}`,
      status,
      amount: 1190,
    })
  for (const order of [won, lost]) await disputed(order, 'needs_response')
  await disputed(won, 'won')
  await disputed(lost, 'lost')
  await disputed(lost, 'lost')
  const [, note] = await documents(calls, lost, 2)
  expect(note).toMatchObject({ cause: 'dispute', amount: -1190, refund_id: null })
  expect(await documents(calls, won, 1)).toMatchObject([{ kind: 'invoice' }])
  if (note === undefined) return
  expect(await pdfOf(calls, lost, note)).toContain('was returned after a dispute.')
})

it('is numbered without a gap, however many refunds succeed at once', async () => {
  const { organization, calls, stock } = await newSeller()
  const orders = await Promise.all(
    Array.from({ length: 12 }, () => newOrder(running.current, organization, stock)),
  )
  const answers = await Promise.all(
    orders.flatMap((order) => [300, 300, 400].map((amount) => refund(calls, order, amount))),
  )
  expect(answers.map(briefOf)).toEqual(answers.map(() => '200'))
  for (const order of orders) await documents(calls, order, 4)
  const { rows } = await db.database.pool.query(
    `select i.position::int, c.last_credit_position::int as last, r.credit_note_number as number,
            i.number as printed
       from invoice i join invoice_counter c on c.organization_id = i.organization_id
       join refund r on r.organization_id = i.organization_id and r.id = i.refund_id
      where i.organization_id = $1 and i.series = 'credit_note' order by i.position`,
    [organization.id],
  )
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
  expect(rows).toHaveLength(36)
  for (const { last, number, printed } of rows) expect([last, number]).toEqual([36, printed])
})

it('a document of another order is unknown', async () => {
  const { organization, calls, stock } = await newSeller()
  const order = await newOrder(running.current, organization, stock)
  const [invoice] = await documents(calls, order, 1)
  const other = await newOrder(running.current, organization, stock)
  const answer = await calls.get(`/orders/${other}/invoices/${invoice?.id}`)
  expect(briefOf(answer)).toBe('404 ResourceNotFound')
  expect(briefOf(await calls.get(`/orders/${order}/invoices/${newProcessorId()}`))).toBe(
    '404 ResourceNotFound',
  )
})
