import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newBenefit } from '../../../../test/benefits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { bareProduct, meteredPrice, newProduct } from '../../../../test/products.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { onConnection, runOn } from '../../../../test/sql.ts'
import { creditsOf } from '../../../../test/tenancy/tenant-objects.ts'
import { ingestNew, listCustomerMeters } from '../../../../test/usage.ts'

const { db, calls } = sellingServer([
  'meters:write',
  'products:write',
  'benefits:write',
  'events:write',
  'customers:write',
  'customer_meters:read',
])

const archive = (id: string, is_archived = true) => calls.patch(`/meters/${id}`, { is_archived })

const monthly = (meter: string) => ({
  ...bareProduct,
  recurring_interval: 'month',
  prices: [meteredPrice(meter)],
})

const credits = (meter: string, units = 1) => {
  const { type, properties } = creditsOf(meter)
  return { type, description: 'Credits', properties: { ...properties, units } }
}

describe('an archived meter', () => {
  it('is shown as such, listed apart, and can be unarchived', async () => {
    const name = randomUUID()
    const { id } = await newMeter(calls, { name })
    const listed = async (filter: string) => {
      const { body } = await calls.get(`/meters/?query=${name}${filter}`)
      return body?.['pagination']
    }
    expect(await archive(id)).toMatchObject({ status: 200, body: { is_archived: true } })
    expect(await listed('')).toMatchObject({ total_count: 1 })
    expect(await listed('&is_archived=true')).toMatchObject({ total_count: 1 })
    expect(await listed('&is_archived=false')).toMatchObject({ total_count: 0 })
    expect(await archive(id, false)).toMatchObject({ body: { is_archived: false } })
  })

  it('goes on counting', async () => {
    const name = randomUUID()
    const clause = { property: 'name', operator: 'eq', value: name }
    const filter = { conjunction: 'and', clauses: [clause] }
    const { id } = await newMeter(calls, { filter })
    const customer = await newCustomer(calls)
    await ingestNew(calls, { name, customer_id: customer.id })
    await archive(id)
    await ingestNew(calls, { name, customer_id: customer.id })
    expect(await listCustomerMeters(calls, `meter_id=${id}`)).toMatchObject([{ consumed_units: 2 }])
  })

  it('can’t be used by new prices, and stays with the products that have it', async () => {
    const { id } = await newMeter(calls)
    const product = await newProduct(calls, monthly(id))
    await archive(id)
    const refusal = { status: 422, body: { detail: [{ loc: ['body', 'prices', 0, 'meter_id'] }] } }
    expect(await calls.post('/products/', monthly(id))).toMatchObject(refusal)
    const dearer = { prices: [meteredPrice(id, { unit_amount: '2' })] }
    expect((await calls.patch(`/products/${product.id}`, dearer)).status).toBe(200)
  })

  it('is waited for by what is about to use it', async () => {
    const { id } = await newMeter(calls)
    const asked = await onConnection(db.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('update meter set is_archived = true where id = $1', [id])
      const answers = [calls.post('/products/', monthly(id)), calls.post('/benefits/', credits(id))]
      const waiting = `select from pg_locks where not granted and locktype = 'transactionid'`
      while ((await runOn(db.ownerUrl, waiting)).length < answers.length);
      await client.query('commit')
      return Promise.all(answers)
    })
    expect(asked.map(({ status }) => status)).toEqual([422, 422])
  })

  it('can’t be used by new benefits, and stays with those that credit it', async () => {
    const { id } = await newMeter(calls)
    const other = await newMeter(calls)
    const own = await newBenefit(calls, credits(id))
    const foreign = await newBenefit(calls, credits(other.id))
    await archive(id)
    const refusal = { status: 422, body: { detail: [{ loc: ['body', 'properties', 'meter_id'] }] } }
    expect(await calls.post('/benefits/', credits(id))).toMatchObject(refusal)
    const change = (benefit: string, units: number) =>
      calls.patch(`/benefits/${benefit}`, credits(id, units))
    expect(await change(foreign.id, 1)).toMatchObject(refusal)
    expect((await change(own.id, 7)).status).toBe(200)
  })
})
