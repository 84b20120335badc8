import { describe, expect, it } from 'vitest'
import { newOrder, newStock, orderScopes, report } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(orderScopes)

/** An order of $10.00 with $1.90 of tax. */
const sell = (stock: Awaited<ReturnType<typeof newStock>>) => newOrder(server.current, acme, stock)

async function spendOf(...customers: readonly string[]): Promise<unknown> {
  const query = customers.map((id) => `customer_id=${id}`).join('&')
  const { status, body } = await calls.get(`/customer-spend/?${query}`)
  expect(status).toBe(200)
  return body?.['items']
}

async function disputed(order: string, status: string): Promise<void> {
  await report(server.current, acme, 'dispute', {
    orderId: order,
    processorId: `dp_${order}`,
    status,
    amount: 1190,
  })
  await server.current.settle()
}

describe('what a customer has spent', () => {
  it('is nothing before the first paid order', async () => {
    const { customerId } = await newStock(calls)
    expect(await spendOf(customerId)).toEqual([])
  })

  it('is what was paid, with tax, less what was refunded', async () => {
    const stock = await newStock(calls)
    const order = await sell(stock)
    await sell(stock)
    const refund = { order_id: order, reason: 'customer_request', amount: 400 }
    expect(await calls.post('/refunds/', refund)).toMatchObject({ status: 200 })
    await server.current.settle()
    expect(await spendOf(stock.customerId)).toEqual([
      {
        customer_id: stock.customerId,
        currency: 'usd',
        paid_orders: 2,
        paid_amount: 2380,
        refunded_amount: 476,
        disputed_amount: 0,
        spent_amount: 1904,
      },
    ])
  })

  it('is without what a bank took back, unless the seller wins', async () => {
    const stock = await newStock(calls)
    const order = await sell(stock)
    await disputed(order, 'needs_response')
    expect(await spendOf(stock.customerId)).toMatchObject([
      { paid_amount: 1190, disputed_amount: 1190, spent_amount: 0 },
    ])
    await disputed(order, 'won')
    expect(await spendOf(stock.customerId)).toMatchObject([
      { disputed_amount: 0, spent_amount: 1190 },
    ])
  })

  it('is asked of several at once, and of at least one', async () => {
    const stocks = [await newStock(calls), await newStock(calls)]
    for (const stock of stocks) await sell(stock)
    const ids = stocks.map(({ customerId }) => customerId)
    const spent = await spendOf(...ids)
    expect(spent).toHaveLength(2)
    expect(spent).toMatchObject(ids.toSorted().map((id) => ({ customer_id: id })))
    expect(await calls.get('/customer-spend/')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'customer_id'] }] },
    })
  })
})
