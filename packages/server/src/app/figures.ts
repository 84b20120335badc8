import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { type MetricsListener, startMetricsListener } from '../platform/metrics/listener.ts'
import { createMetrics, type Metrics, type OutboxFigures } from '../platform/metrics/metrics.ts'

export interface Figures {
  readonly metrics: Metrics
  readonly listener: MetricsListener
}

/** What Prometheus may ask of this process, on a listener of its own. */
export async function startFigures(
  database: Database,
  at: { readonly host: string; readonly port: number },
): Promise<Figures> {
  const metrics = createMetrics()
  metrics.watchDatabasePool(() => ({
    total: database.pool.totalCount,
    idle: database.pool.idleCount,
    waiting: database.pool.waitingCount,
  }))
  metrics.watchOutbox(() => outboxFigures(database))
  return { metrics, listener: await startMetricsListener(metrics, at) }
}

async function outboxFigures({ kysely }: Database): Promise<OutboxFigures> {
  const { rows } = await sql<OutboxFigures>`
    select count(*) as waiting,
           coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as oldest_seconds
      from outbox`.execute(kysely)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
