import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Attributes, Meter } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

/** The server's own metrics. Labels are few and bounded: routes, never paths or people. */
export interface Metrics {
  requestStarted(): void
  requestEnded(request: EndedRequest): void
  jobEnded(job: EndedWork & { readonly task: string }): void
  sweepEnded(look: EndedWork & { readonly sweep: string }): void
  /** Queried at each scrape. */
  watchDatabasePool(read: () => PoolGauge): void
  watchOutbox(read: () => Promise<OutboxGauge>): void
  watchReplica(read: () => ReplicaGauge): void
  /** Responds to one scrape of Prometheus. */
  answer(request: IncomingMessage, response: ServerResponse): void
  stop(): Promise<void>
}

interface EndedRequest {
  readonly method: string
  /** The path as declared: `/v1/customers/:id`. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface EndedWork {
  readonly outcome: 'done' | 'failed'
  readonly seconds: number
}

interface PoolGauge {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface OutboxGauge {
  readonly waiting: number
  readonly oldestSeconds: number
}

interface ReplicaGauge {
  readonly status: string
  /** Null while unknown. */
  readonly lagSeconds: number | null
  /** Reads by who answered them. */
  readonly reads: Readonly<Record<string, number>>
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const workBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600]

export function createMetrics(): Metrics {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('guildhall')
  const requests = durations(
    meter,
    { name: 'http_server_request_duration_seconds', description: 'Duration of requests.' },
    requestBuckets,
  )
  const jobs = durations(
    meter,
    { name: 'guildhall_job_duration_seconds', description: 'Duration of jobs.' },
    workBuckets,
  )
  const sweeps = durations(
    meter,
    { name: 'guildhall_sweep_duration_seconds', description: 'Duration of runs of sweeps.' },
    workBuckets,
  )
  const inFlight = meter.createUpDownCounter('http_server_active_requests', {
    description: 'Requests in flight.',
  })
  watchMemory(meter)

  return {
    requestStarted: () => inFlight.add(1),
    requestEnded({ method, route, status, seconds }) {
      inFlight.add(-1)
      requests.record(seconds, { method, route, status })
    },
    jobEnded: ({ task, outcome, seconds }) => jobs.record(seconds, { task, outcome }),
    sweepEnded: ({ sweep, outcome, seconds }) => sweeps.record(seconds, { sweep, outcome }),
    watchDatabasePool: (read) => watchPool(meter, read),
    watchOutbox: (read) => watchOutbox(meter, read),
    watchReplica: (read) => watchReplica(meter, read),
    answer: (request, response) => exporter.getMetricsRequestHandler(request, response),
    stop: () => provider.shutdown(),
  }
}

// Units are part of the names, as Prometheus recommends; the exporter doesn't add them.
function durations(
  meter: Meter,
  { name, description }: { readonly name: string; readonly description: string },
  explicitBucketBoundaries: number[],
) {
  return meter.createHistogram<Attributes>(name, {
    description,
    advice: { explicitBucketBoundaries },
  })
}

function watchPool(meter: Meter, read: () => PoolGauge): void {
  meter
    .createObservableGauge('guildhall_database_connections', {
      description: 'Connections of the pool, and units of work waiting for one.',
    })
    .addCallback((result) => {
      const { total, idle, waiting } = read()
      result.observe(total - idle, { state: 'used' })
      result.observe(idle, { state: 'idle' })
      result.observe(waiting, { state: 'waited_for' })
    })
}

function watchOutbox(meter: Meter, read: () => Promise<OutboxGauge>): void {
  const waiting = meter.createObservableGauge('guildhall_outbox_waiting', {
    description: 'Committed events that are not dispatched yet.',
  })
  const lag = meter.createObservableGauge('guildhall_outbox_lag_seconds', {
    description: 'Age of the oldest of them.',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      const gauge = await read()
      result.observe(waiting, gauge.waiting)
      result.observe(lag, gauge.oldestSeconds)
    },
    [waiting, lag],
  )
}

function watchReplica(meter: Meter, read: () => ReplicaGauge): void {
  const serving = meter.createObservableGauge('guildhall_replica_serving', {
    description: 'Whether the replica answers reads: 1, or 0.',
  })
  const lag = meter.createObservableGauge('guildhall_replica_lag_seconds', {
    description: 'How far the replica is behind at most; absent while unknown.',
  })
  const reads = meter.createObservableCounter('guildhall_replica_reads_total', {
    description: 'Reads that the replica may answer, by who answered them.',
  })
  meter.addBatchObservableCallback(
    (result) => {
      const gauge = read()
      result.observe(serving, gauge.status === 'serving' ? 1 : 0)
      if (gauge.lagSeconds !== null) result.observe(lag, gauge.lagSeconds)
      for (const [outcome, count] of Object.entries(gauge.reads)) {
        result.observe(reads, count, { outcome })
      }
    },
    [serving, lag, reads],
  )
}

function watchMemory(meter: Meter): void {
  meter
    .createObservableGauge('process_resident_memory_bytes', {
      description: 'Resident memory of the process.',
    })
    .addCallback((result) => {
      result.observe(process.memoryUsage.rss())
    })
}
