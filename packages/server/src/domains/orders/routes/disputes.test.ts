import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Bought, newOrder, newStock, orderScopes, report } from '../../../../test/orders.ts'
import { createOrganization, eventsOf } from '../../../../test/owned-organization.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer([...orderScopes, 'disputes:read'])
let stock: Bought

beforeAll(async () => {
  stock = await newStock(calls)
})

type Reported = Omit<Parameters<typeof report>[3], 'orderId' | 'processorId'> & {
  readonly processorId?: string
}

async function reportOf(orderId: string, reported: Reported) {
  await report(server.current, acme, 'dispute', {
    processorId: `dp_${orderId}`,
    ...reported,
    orderId,
  })
  await server.current.settle()
}

/** A new order of 10.00 and 1.90 of tax, after these reports of the processor. */
async function disputed(...reports: readonly Reported[]) {
  const orderId = await newOrder(server.current, acme, stock)
  for (const one of reports) await reportOf(orderId, one)
  return orderId
}

const Page = z.object({ items: z.array(z.record(z.string(), z.unknown())) })

async function list(query: string) {
  const { body } = await calls.get(`/disputes/?${query}`)
  return z.parse(Page, body).items
}

const Payload = z.object({ order_id: z.string(), status: z.string() })

const opened = { status: 'needs_response', amount: 1190, evidenceDueBy: '2030-03-01T00:00:00Z' }

describe('a dispute', () => {
  it('is shown with its amount, reason, deadline and customer', async () => {
    const orderId = await disputed({ ...opened, reason: 'product_not_received' })
    const [listed] = await list(`order_id=${orderId}`)
    expect(listed).toMatchObject({
      status: 'needs_response',
      resolved: false,
      closed: false,
      amount: 1000,
      tax_amount: 190,
      currency: 'usd',
      reason: 'product_not_received',
      evidence_due_by: '2030-03-01T00:00:00.000Z',
      past_due: false,
      organization_id: acme.id,
      order_id: orderId,
      customer_id: stock.customerId,
      subscription_id: null,
      customer: { id: stock.customerId },
      processor_url: null,
      case_id: null,
    })
    expect((await calls.get(`/disputes/${String(listed?.['id'])}`)).body).toEqual(listed)
  })

  it('is past due once its deadline is over and it is still open', async () => {
    const late = { ...opened, evidenceDueBy: '2020-01-01T00:00:00Z' }
    const orderId = await disputed(late)
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ past_due: true }])
    await reportOf(orderId, { ...late, status: 'lost' })
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ past_due: false, closed: true }])
  })

  it('is created once and updated once for each change', async () => {
    const orderId = await disputed(opened, opened, { ...opened, status: 'won' }, opened)
    const found = (await eventsOf(server.current, acme)).filter(
      ({ name, payload }) =>
        ['dispute.created', 'dispute.updated'].includes(name) &&
        z.parse(Payload, payload).order_id === orderId,
    )
    expect(found.map(({ name, payload }) => [name, z.parse(Payload, payload).status])).toEqual([
      ['dispute.created', 'needs_response'],
      ['dispute.updated', 'won'],
    ])
  })

  it('that has ended doesn’t end again', async () => {
    const orderId = await disputed(
      opened,
      { ...opened, status: 'lost' },
      { ...opened, status: 'won' },
    )
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ status: 'lost', resolved: true }])
  })

  it('is filtered by status, customer and order, and sorted by amount', async () => {
    const won = await disputed({ ...opened, amount: 595, status: 'won' })
    const open = await disputed(opened)
    const both = `order_id=${won}&order_id=${open}`
    const orders = async (query: string) =>
      (await list(`${both}&${query}`)).map((one) => one['order_id'])
    expect(await orders('status=won')).toEqual([won])
    expect(await orders('status=won&status=needs_response&sorting=amount')).toEqual([won, open])
    expect(await orders('sorting=-amount')).toEqual([open, won])
    expect(await orders(`customer_id=${stock.customerId}`)).toHaveLength(2)
    expect(await orders(`customer_id=${acme.id}`)).toEqual([])
    expect(await orders(`subscription_id=${acme.id}`)).toEqual([])
  })
})

describe('the list of disputes', () => {
  const made: string[] = []
  const of = () => made.map((id) => `order_id=${id}`).join('&')
  const numbered = async (query: string) =>
    (await list(`${of()}&${query}`)).map((one) => made.indexOf(String(one['order_id'])))
  const linesOf = async (query: string) =>
    (await calls.get(`/disputes/export?${of()}&${query}`)).text.trim().split('\r\n')

  beforeAll(async () => {
    for (const [at, reported] of [
      { ...opened, evidenceDueBy: '2030-03-09T00:00:00Z', reason: '=fraud' },
      { ...opened, status: 'won', evidenceDueBy: '2030-01-01T00:00:00Z' },
      { ...opened, evidenceDueBy: '2030-03-02T00:00:00Z' },
    ].entries()) {
      made.push(await disputed(reported))
      await db.database.pool.query(
        `update dispute set created_at = $2, currency = $3 where order_id = $1`,
        [made[at], `2029-05-0${at + 1}T22:00:00Z`, at === 1 ? 'eur' : 'usd'],
      )
    }
  })

  it.each<[string, number[]]>([
    ['created_after=2029-05-02T22:00:00Z', [2, 1]],
    ['created_before=2029-05-02T22:00:00Z', [0]],
    ['created_after=2029-05-02T22:00:00Z&created_before=2029-05-03T22:00:00Z', [1]],
    ['currency=eur', [1]],
    ['currency=usd&currency=eur&status=needs_response', [2, 0]],
    ['sorting=created_at', [0, 1, 2]],
    ['sorting=evidence_due_by', [2, 0, 1]],
    ['sorting=-evidence_due_by', [0, 2, 1]],
  ])('with %s has these, and so has its export', async (query, expected) => {
    expect(await numbered(query)).toEqual(expected)
    const lines = await linesOf(`${query}&columns=order_id`)
    expect(lines.slice(1).map((id) => made.indexOf(id))).toEqual(expected)
  })

  it('is exported with the fields of disputes', async () => {
    const [head, line] = await linesOf('sorting=created_at')
    expect(head).toBe(
      'id,created_at,modified_at,status,reason,amount,tax_amount,currency,evidence_due_by,' +
        'customer_id,customer_email,customer_name,order_id,subscription_id,payment_id',
    )
    expect(line).toContain(",needs_response,'=fraud,1000,190,usd,2030-03-09T00:00:00.000Z,")
    expect(line).toContain(`,${made[0]},,`)
  })

  it.each([
    ['currency=euro', 'query.currency'],
    ['status=open', 'query.status'],
    ['created_after=yesterday', 'query.created_after'],
    ['created_before=2029-13-01', 'query.created_before'],
    ['sorting=reason', 'query.sorting'],
  ])('refuses %s, and so does its export', async (query, field) => {
    for (const path of ['/disputes/', '/disputes/export']) {
      const { status, body } = await calls.get(`${path}?${query}`)
      expect(status).toBe(422)
      expect(body?.['detail']).toMatchObject([{ loc: field.split('.') }])
    }
  })

  it('is exported for those who may read disputes, with nothing of other sellers', async () => {
    const token = await newBackend(server.current, acme, ['orders:read'])
    expect((await token.get('/disputes/export')).status).toBe(403)
    const other = await createOrganization(server.current)
    const stranger = await newBackend(server.current, other, ['disputes:read'])
    expect((await stranger.get('/disputes/export?columns=id')).text).toBe('id\r\n')
  })
})

describe('an early warning', () => {
  const warning = {
    status: 'warning_needs_response',
    amount: 1190,
    isWarning: true,
    processorId: '',
  }
  const warned = (orderId: string) => ({ ...warning, processorId: `issfr_${orderId}` })

  it('leaves the order refundable, and ends when it is refunded in full', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    await reportOf(orderId, warned(orderId))
    expect(await list(`order_id=${orderId}`)).toMatchObject([
      { status: 'early_warning', amount: 1000, tax_amount: 190 },
    ])
    const refund = { order_id: orderId, reason: 'fraudulent', amount: 1000 }
    expect((await calls.post('/refunds/', refund)).status).toBe(200)
    expect(await list(`order_id=${orderId}`)).toMatchObject([
      { status: 'prevented', closed: true, resolved: false },
    ])
  })

  it('becomes the dispute that follows, and never comes back', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    await reportOf(orderId, warned(orderId))
    await reportOf(orderId, opened)
    await reportOf(orderId, warned(orderId))
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ status: 'needs_response' }])
  })

  it('that arrives after the dispute belongs to it', async () => {
    const orderId = await disputed(opened)
    await reportOf(orderId, warned(orderId))
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ status: 'needs_response' }])
  })
})

describe('a refund of a disputed order', () => {
  const refund = (orderId: string, amount: number) =>
    calls.post('/refunds/', { order_id: orderId, reason: 'other', amount })

  it.each(['needs_response', 'under_review', 'lost'])(
    'is refused while the dispute is %s',
    async (status) => {
      const orderId = await disputed({ ...opened, status })
      const { status: code, body } = await refund(orderId, 1)
      expect([code, body?.['error'], body?.['detail']]).toEqual([
        403,
        'RefundedAlready',
        'The customer disputes this order at their bank. The disputed part can’t be refunded.',
      ])
    },
  )

  it('is bounded by what isn’t disputed', async () => {
    const orderId = await disputed({ ...opened, amount: 595 })
    const { body } = await refund(orderId, 501)
    expect(body).toMatchObject({ error: 'RefundAmountTooHigh' })
    expect((await refund(orderId, 500)).status).toBe(200)
  })

  it('that failed is not possible again, because the bank took that back as well', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const { body } = await refund(orderId, 500)
    await reportOf(orderId, opened)
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ amount: 500, tax_amount: 95 }])
    const failed = { refundId: String(body?.['id']), processorId: `re_${orderId}` }
    const about = { ...failed, orderId, status: 'failed', amount: 595 }
    await report(server.current, acme, 'processor_refund', about)
    await server.current.settle()
    await reportOf(orderId, { ...opened, status: 'under_review' })
    expect(await list(`order_id=${orderId}`)).toMatchObject([{ amount: 1000, tax_amount: 190 }])
    expect((await refund(orderId, 1)).body).toMatchObject({ error: 'RefundedAlready' })
  })

  it('is possible again once the dispute is won', async () => {
    const orderId = await disputed(opened, { ...opened, status: 'won' })
    expect((await refund(orderId, 1000)).status).toBe(200)
  })
})

describe('members are mailed', () => {
  const mailsOf = async (orderId: string) => {
    const [dispute] = await list(`order_id=${orderId}`)
    const mails = await server.current.sentMails()
    return mails.filter(({ text }) => text.includes(String(dispute?.['id'])))
  }

  it('about the dispute with its amount, reason and deadline, and about its end, once each', async () => {
    const due = { ...opened, reason: 'product_not_received' }
    const orderId = await disputed(due, due, { ...due, status: 'under_review' })
    await reportOf(orderId, { ...due, status: 'lost' })
    const mails = await mailsOf(orderId)
    expect(mails.map(({ subject }) => subject.replace(/ at .*/, ''))).toEqual([
      'A payment is disputed',
      'You lost a dispute',
    ])
    expect(mails.every(({ to }) => to === acme.owner.email)).toBe(true)
    for (const line of [
      'Amount: $11.90',
      'Reason: Product not received',
      'Answer before: 2030-03-01 00:00 UTC',
    ]) {
      expect(mails[0]?.text).toContain(line)
    }
    expect(mails[1]?.text).not.toContain('Answer before')
  })

  it('that the refund is the answer, where all was refunded before', async () => {
    const orderId = await newOrder(server.current, acme, stock)
    const refund = { order_id: orderId, reason: 'customer_request', amount: 1000 }
    expect((await calls.post('/refunds/', refund)).status).toBe(200)
    await reportOf(orderId, opened)
    const [mail] = await mailsOf(orderId)
    expect(mail?.text).not.toContain('Amount')
    expect(mail?.text).toContain('Answer with the refund as evidence')
  })

  it('about a warning', async () => {
    const orderId = await disputed({
      status: 'warning_needs_response',
      amount: 1190,
      isWarning: true,
    })
    expect(await mailsOf(orderId)).toMatchObject([
      { subject: expect.stringMatching(/^A payment may be disputed at /) },
    ])
  })
})
