import { randomUUID } from 'node:crypto'
import { id as idOf } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { figuresOf, give, take } from '../../../../test/credit-calls.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { limit } from '../../../../test/limit-calls.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { openDecisions } from './decide-requests.ts'

const { server, acme, calls } = sellingServer([
  'customers:write',
  'customer_meters:read',
  'meters:write',
])

const newCounter = async (name: string) =>
  (
    await newMeter(calls, {
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
      aggregation: { func: 'count' },
    })
  ).id

/** Processes that decide at the same time, each in its own turn. */
async function trackInProcesses(processes: number, times: number, name: string, customer: string) {
  const customerId = idOf('customer').parse(customer)
  const organizationId = idOf('organization').parse(acme.id)
  const queues = Array.from({ length: processes }, () => openDecisions(orderDeps(server.current)))
  const input = { event: { name, customerId } }
  const answers = await Promise.all(
    queues.flatMap((decide) =>
      Array.from({ length: times / processes }, () =>
        decide({ kind: 'track', organizationId, input }),
      ),
    ),
  )
  return answers.filter(({ allowed }) => allowed).length
}

it('keeps a limit in several processes', async () => {
  const name = randomUUID()
  const meter = await newCounter(name)
  const { id } = await newCustomer(calls)
  await limit(calls, id, { meter_id: meter, units: 30 })
  expect(await trackInProcesses(8, 200, name, id)).toBe(30)
})

it('never lets the balance of credits fall below nothing while the seller takes some', async () => {
  const name = randomUUID()
  const meter = await newCounter(name)
  const { id } = await newCustomer(calls)
  const of = { customer: id, meter }
  await give(calls, of, 60)
  const [tracked, ...takes] = await Promise.all([
    trackInProcesses(4, 100, name, id),
    ...Array.from({ length: 10 }, () => take(calls, of, 3)),
  ])
  const taken = takes.filter(({ status }) => status === 201).length * 3
  expect(tracked + taken).toBe(60)
  expect(await figuresOf(calls, of)).toMatchObject([tracked, expect.anything(), 0])
})
