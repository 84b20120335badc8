import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MetricsListener, startMetricsListener } from './listener.ts'
import { createMetrics, type Metrics } from './metrics.ts'

let metrics: Metrics
let listener: MetricsListener
beforeEach(async () => {
  metrics = createMetrics()
  listener = await startMetricsListener(metrics, { host: '127.0.0.1', port: 0 })
})
afterEach(() => listener.close())

const ask = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${listener.port}${path}`, { method })
const reading = async () => (await ask('/metrics')).text()

describe('metrics', () => {
  it('count requests by route and status, and requests in flight', async () => {
    metrics.requestStarted()
    metrics.requestStarted()
    metrics.requestEnded({ method: 'GET', route: '/v1/customers/:id', status: 200, seconds: 0.02 })
    const text = await reading()
    expect(text).toContain(
      'http_server_request_duration_seconds_count{method="GET",route="/v1/customers/:id",status="200"} 1',
    )
    expect(text).toMatch(/request_duration_seconds_bucket\{[^}]*le="0.01"\} 0\n/)
    expect(text).toMatch(/request_duration_seconds_bucket\{[^}]*le="0.025"\} 1\n/)
    expect(text).toMatch(/^http_server_active_requests 1$/m)
  })

  it('count jobs by task and outcome', async () => {
    metrics.jobEnded({ task: 'mail.send', outcome: 'failed', seconds: 2 })
    expect(await reading()).toContain(
      'guildhall_job_duration_seconds_sum{task="mail.send",outcome="failed"} 2',
    )
  })

  it('count runs of sweeps in the same way', async () => {
    metrics.sweepEnded({ sweep: 'payments.resume', outcome: 'done', seconds: 0.5 })
    expect(await reading()).toContain(
      'guildhall_sweep_duration_seconds_sum{sweep="payments.resume",outcome="done"} 0.5',
    )
  })

  it('query the gauges of pool and outbox at each scrape', async () => {
    let used = 1
    metrics.watchDatabasePool(() => ({ total: 10, idle: 10 - used, waiting: 3 }))
    metrics.watchOutbox(() => Promise.resolve({ waiting: 5, oldestSeconds: 1.5 }))
    expect(await reading()).toContain('guildhall_database_connections{state="used"} 1')
    used = 4
    const text = await reading()
    expect(text).toContain('guildhall_database_connections{state="used"} 4')
    expect(text).toContain('guildhall_database_connections{state="waited_for"} 3')
    expect(text).toMatch(/^guildhall_outbox_waiting 5$/m)
    expect(text).toMatch(/^guildhall_outbox_lag_seconds 1.5$/m)
  })

  it('are still served when a gauge fails', async () => {
    metrics.watchOutbox(() => Promise.reject(new Error('no database')))
    expect(await reading()).toMatch(/^process_resident_memory_bytes \d+$/m)
  })

  it('tell the state of a replica, whose lag may be unknown, and who answers its reads', async () => {
    const reads = { replica: 7, primary: 1, repeated: 0 }
    let state: { status: string; lagSeconds: number | null } = {
      status: 'behind',
      lagSeconds: null,
    }
    metrics.watchReplica(() => ({ ...state, reads }))
    const unknown = await reading()
    expect(unknown).toMatch(/^guildhall_replica_serving 0$/m)
    expect(unknown).not.toMatch(/^guildhall_replica_lag_seconds /m)
    state = { status: 'serving', lagSeconds: 0.25 }
    const known = await reading()
    expect(known).toMatch(/^guildhall_replica_serving 1$/m)
    expect(known).toMatch(/^guildhall_replica_lag_seconds 0\.25$/m)
    expect(known).toMatch(/^guildhall_replica_reads_total\{outcome="replica"\} 7$/m)
    expect(known).toMatch(/^guildhall_replica_reads_total\{outcome="repeated"\} 0$/m)
  })
})

describe('the listener of metrics', () => {
  it('serves nothing else', async () => {
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/metrics/more')).status).toBe(404)
    expect((await ask('/metrics', 'POST')).status).toBe(405)
  })

  it('says when its port is taken', async () => {
    const taken = { host: '127.0.0.1', port: listener.port }
    await expect(startMetricsListener(metrics, taken)).rejects.toThrow('EADDRINUSE')
  })

  it('releases its port', async () => {
    const other = await startMetricsListener(createMetrics(), { host: '127.0.0.1', port: 0 })
    await other.close()
    const server = createServer()
    await new Promise<void>((done) => server.listen(other.port, '127.0.0.1', done))
    expect(server.listening).toBe(true)
    await new Promise((done) => server.close(done))
  })
})
