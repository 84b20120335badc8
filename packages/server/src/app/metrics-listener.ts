import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { type MetricsListener, startMetricsListener } from '../platform/telemetry/listener.ts'
import { createMetrics, type Metrics, type OutboxGauge } from '../platform/telemetry/metrics.ts'
import type { ServerReplica } from './replica.ts'

export interface MetricsServer {
  readonly metrics: Metrics
  readonly listener: MetricsListener
}

export interface WatchedDatabases {
  readonly database: Database
  readonly replica: Pick<ServerReplica, 'state' | 'reads'> | null
}

/** Serves the metrics of this process to Prometheus, on a separate listener. */
export async function startMetricsServer(
  { database, replica }: WatchedDatabases,
  at: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const metrics = createMetrics()
  metrics.watchDatabasePool(() => ({
    total: database.pool.totalCount,
    idle: database.pool.idleCount,
    waiting: database.pool.waitingCount + database.shares.waitingCount(),
  }))
  metrics.watchOutbox(() => readOutbox(database))
  if (replica !== null) {
    metrics.watchReplica(() => ({ ...replica.state(), reads: replica.reads }))
  }
  return { metrics, listener: await startMetricsListener(metrics, at) }
}

async function readOutbox({ kysely }: Database): Promise<OutboxGauge> {
  const { rows } = await sql<OutboxGauge>`
    select count(*) as waiting,
           coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as oldest_seconds
      from outbox`.execute(kysely)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
