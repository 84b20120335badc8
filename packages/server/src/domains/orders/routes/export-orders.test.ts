import { get, type IncomingMessage } from 'node:http'
import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { newOrderRow, newShop, type Shop } from '../../../../test/invoices.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newAccessToken, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, server, acme, calls } = sellingServer(['orders:read', 'customers:write'])

let shop: Shop
beforeAll(async () => {
  shop = await newShop(server.current, acme)
  const evil = await newCustomer(calls, {
    name: '=HYPERLINK("x"), Inc.',
    email: 'evil@example.test',
  })
  await newOrderRow(server.current, shop, { amounts: [1000], taxAmount: 190 })
  await newOrderRow(server.current, shop, { amounts: [250], status: 'pending' })
  const hers = { ...shop, customerId: id('customer').parse(evil.id) }
  await newOrderRow(server.current, hers, { amounts: [12], currency: 'jpy' })
})

/** The rows of a file without quoted line breaks, by the names of their columns. */
async function rowsOf(query: string): Promise<Record<string, string>[]> {
  const answer = await calls.get(`/orders/export?${query}`)
  expect(answer.status).toBe(200)
  const [head = '', ...lines] = answer.text.split('\r\n')
  expect(lines.pop()).toBe('')
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
      cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
    )
  const names = cellsOf(head)
  return lines.map((line) =>
    Object.fromEntries(cellsOf(line).map((cell, at) => [names[at] ?? '', cell])),
  )
}

describe('an export', () => {
  it('is a file with the fields of an order', async () => {
    const { headers } = await calls.get('/orders/export')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    const [last] = await rowsOf('status=paid&sorting=-amount')
    expect(last).toMatchObject({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: 'paid',
      paid: 'true',
      collection_status: 'paid',
      currency: 'eur',
      net_amount: '1000',
      tax_amount: '190',
      total_amount: '1190',
      due_amount: '1190',
      applied_balance_amount: '0',
      customer_id: shop.customerId,
      customer_name: 'Lovelace',
      product_id: shop.productId,
      discount_id: '',
      billing_address_country: 'DE',
      metadata: '{}',
    })
  })

  it.each([
    ['sorting=amount', ['12 jpy', '250 eur', '1000 eur']],
    ['sorting=-amount&status=paid', ['1000 eur', '12 jpy']],
    ['collection_status=open', ['250 eur']],
    ['query=evil', ['12 jpy']],
    ['created_before=2020-01-01T00:00:00Z', []],
  ])('has what the list has with %s', async (query, amounts) => {
    const rows = await rowsOf(query)
    expect(rows.map((row) => `${row['net_amount']} ${row['currency']}`)).toEqual(amounts)
  })

  it('has the chosen columns in their order, each once', async () => {
    const chosen = ['total_amount', 'id', 'customer_name', 'id'].map((name) => `columns=${name}`)
    const { text } = await calls.get(`/orders/export?${chosen.join('&')}&sorting=-amount`)
    const [head, first] = text.split('\r\n')
    expect(head).toBe('total_amount,id,customer_name')
    expect(first).toMatch(/^1190,[\da-f-]{36},Lovelace$/)
    const other = await createOrganization(server.current)
    const none = await newBackend(server.current, other, ['orders:read'])
    const empty = await none.get(`/orders/export?${chosen.join('&')}&organization_id=${acme.id}`)
    expect(empty.text).toBe('total_amount,id,customer_name\r\n')
  })

  it('has no formulas', async () => {
    const [row] = await rowsOf('query=evil')
    expect(row?.['customer_name']).toBe('\'=HYPERLINK("x"), Inc.')
  })

  it('has the same orders as the list in each of its orders', async () => {
    for (const by of ['created_at', 'customer', 'product', 'discount', 'subscription', 'status']) {
      for (const sorting of [by, `-${by}`]) {
        const { body } = await calls.get(`/orders/?sorting=${sorting}`)
        const listed: unknown = body?.['items']
        const rows = await rowsOf(`sorting=${sorting}`)
        expect(listed).toMatchObject(rows.map((row) => ({ id: row['id'] })))
      }
    }
  })

  it('is a JSON string for callers that accept only JSON', async () => {
    const { body } = await calls.get('/orders/export', { accept: 'application/json' })
    expect(body).toBe((await calls.get('/orders/export')).text)
  })

  it('needs the right to read orders, and has none of other sellers', async () => {
    const token = await newBackend(server.current, acme, ['customers:read'])
    expect(briefOf(await token.get('/orders/export'))).toBe('403 NotPermitted')
    const other = await createOrganization(server.current)
    const stranger = await newBackend(server.current, other, ['orders:read'])
    for (const query of ['', `organization_id=${acme.id}`]) {
      expect((await stranger.get(`/orders/export?${query}`)).text).toMatch(/^id,[^\n]*\r\n$/)
    }
  })

  it.each([
    ['sorting=secret', 'query.sorting'],
    ['status=secret', 'query.status'],
    ['created_after=yesterday', 'query.created_after'],
    ['columns=secret', 'query.columns'],
  ])('refuses %s', async (query, field) => {
    expect(briefOf(await calls.get(`/orders/export?${query}`))).toMatch(
      `422 RequestValidationError ${field}`,
    )
  })
})

describe('a large export', () => {
  // Of more parts than wait in streams, and in the buffers of a connection whose reader pauses.
  const count = 12_500
  const note = 'x'.repeat(2_000)
  let token: string

  beforeAll(async () => {
    const large = await createOrganization(server.current)
    const seller = await newShop(server.current, large)
    token = (await newAccessToken(server.current, large, ['orders:read'])).token
    await newOrderRow(server.current, seller)
    await runOn(
      db.ownerUrl,
      `insert into orders select (jsonb_populate_record(null::orders,
              to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'metadata', jsonb_build_object('note', '${note}')))).*
         from (select * from orders where organization_id = '${large.id}') one,
              generate_series(1, ${count - 1})`,
    )
  }, 120_000)

  const open = (method = 'GET') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const url = `${server.current.url}/v1/orders/export?sorting=-customer`
      get(url, { headers, method }, resolve).on('error', reject)
    })

  // Idle, or still writing the part that was read.
  const transactions = async (): Promise<number> => {
    const [row] = await runOn<{ count: number }>(
      db.ownerUrl,
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and xact_start is not null
          and query like 'fetch%streamed'`,
    )
    return row?.count ?? 0
  }

  it('is sent to its end, each order once', async () => {
    let text = ''
    for await (const chunk of await open()) text += String(chunk)
    const ids = text
      .split('\n')
      .slice(1, -1)
      .map((line) => line.slice(0, 36))
    expect(new Set(ids).size).toBe(count)
    expect(ids).toHaveLength(count)
    await expect.poll(transactions).toBe(0)
  }, 60_000)

  it('waits for its reader, and ends its transaction when the reader leaves', async () => {
    const answer = await open()
    await new Promise((resolve) => answer.once('data', resolve))
    answer.pause()
    await expect.poll(transactions).toBe(1)
    answer.destroy()
    await expect.poll(transactions, { timeout: 10_000 }).toBe(0)
  }, 60_000)

  it('holds nothing for a request without a body', async () => {
    const answer = await open('HEAD')
    expect(answer.statusCode).toBe(200)
    await expect.poll(transactions).toBe(0)
  })
})
