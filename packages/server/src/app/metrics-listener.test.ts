import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { startTestServer } from '../../test/server.ts'
import { testPort } from '../../test/test-port.ts'

const database = testDatabase()

test('a server reports metrics on a separate listener', async () => {
  const port = String(await testPort())
  const server = await startTestServer(database, { GUILDHALL_METRICS_PORT: port })
  try {
    await fetch(`${server.url}/readyz`)
    await eventually(async () => {
      const reported = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      for (const figure of [
        /^http_server_request_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} 1$/m,
        /^guildhall_sweep_duration_seconds_count\{sweep="payments.resume",outcome="done"\} \d+$/m,
        /^guildhall_sweep_duration_seconds_count\{sweep="orders.numberInvoices",outcome="done"\} \d+$/m,
        /^guildhall_database_connections\{state="idle"\} \d+$/m,
        /^guildhall_outbox_waiting 0$/m,
      ]) {
        expect(reported).toMatch(figure)
      }
    })
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  } finally {
    await server.stop()
  }
})
