import { expect, it } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { testDatabase } from '../../test/database.ts'
import { receiving } from '../../test/deliveries.ts'
import { eventually } from '../../test/eventually.ts'
import { startTestServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { newListener } from '../../test/webhooks.ts'

const db = testDatabase()
const startDelivering = () => startTestServer(db, {}, { isDelivering: true })

it('a server delivers webhooks without further calls', async () => {
  const [receiver, server] = await Promise.all([receiving(), startDelivering()])
  const { calls } = await newListener(server, receiver.url)
  const { id } = await newCustomer(calls)
  await eventually(() =>
    expect(receiver.received).toMatchObject([{ type: 'customer.created', data: { id } }]),
  )
  await server.stop()
})

it('an event whose delivery is interrupted by a stop is delivered by another server', async () => {
  const [receiver, server] = await Promise.all([receiving(), startDelivering()])
  receiver.behave('hangs')
  const { calls, endpoint } = await newListener(server, receiver.url)
  const { id } = await newCustomer(calls)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await server.stop()
  const attempts = 'select from webhook_attempt where endpoint_id = $1'
  expect(await runOn(db.ownerUrl, attempts, [endpoint.id])).toEqual([])

  receiver.behave(200)
  const other = await startDelivering()
  await eventually(() => expect(receiver.received).toHaveLength(2))
  expect(receiver.received[1]).toMatchObject({ id: receiver.received[0]?.id, data: { id } })
  await other.stop()
})
