import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import {
  openPrimaryPositions,
  type PrimaryPositions,
} from '../platform/database/primary-position.ts'
import { openReplica, type Replica, type ReplicaState } from '../platform/database/replica.ts'
import type { DatabaseSettings } from '../platform/database/settings.ts'
import { type PositionStamp, positionStamp } from '../platform/http/positions.ts'
import { type ReplicaReadOutcome, readFromReplica } from '../platform/http/read-from-replica.ts'
import type { OperationRoute } from '../platform/http/serve.ts'
import type { AppDeps } from './dependencies.ts'

/** The replica of this server, and what reads and writes need of it. */
export interface ServerReplica {
  readonly state: () => ReplicaState
  /** How many reads were answered by whom. */
  readonly reads: Readonly<Record<ReplicaReadOutcome, number>>
  readonly routes: (operationsOf: OperationsOf, deps: AppDeps) => readonly OperationRoute[]
  readonly stampPosition: PositionStamp
  readonly close: () => Promise<void>
}

type OperationsOf = (deps: AppDeps) => readonly OperationRoute[]

interface ReplicaDeps {
  readonly config: Config
  readonly settings: DatabaseSettings
  readonly clock: Clock
  readonly log: Logger
}

/** Null without DATABASE_REPLICA_URL: then nothing is asked of the primary either. */
export async function openServerReplica(deps: ReplicaDeps): Promise<ServerReplica | null> {
  const { config } = deps
  const opened = await openConfiguredReplica(deps)
  if (opened === null) return null
  const { replica, primary } = opened
  const reads = { replica: 0, primary: 0, repeated: 0 }
  const cookie = positionCookie(config)
  const observe = (outcome: ReplicaReadOutcome) => {
    reads[outcome] += 1
  }
  return {
    state: replica.state,
    reads,
    routes: (operationsOf, onPrimary) =>
      routesOf(operationsOf, onPrimary, {
        replica,
        positionCookie: cookie.name,
        observe,
      }),
    stampPosition: positionStamp(async () => (await primary.read()).inserted, cookie),
    close: opened.close,
  }
}

interface OpenedReplica {
  readonly replica: Replica
  readonly primary: PrimaryPositions
  readonly close: () => Promise<void>
}

/** The replica alone, for a look at it. */
export async function openConfiguredReplica({
  config,
  settings,
  clock,
  log,
}: ReplicaDeps): Promise<OpenedReplica | null> {
  const { replicaUrl: url, replicaLagSecondsMax: lagSecondsMax, pooled } = config.database
  if (url === null) return null
  const primary = openPrimaryPositions(settings, log)
  const replica = await openReplica(
    { url, role: settings.role, pooled, lagSecondsMax },
    { primary, clock, log },
  )
  await replica.look()
  const close = async () => {
    await replica.close()
    await primary.close()
  }
  return { replica, primary, close }
}

/** Declared operations read from the replica; callers and rights stay on the primary. */
function routesOf(
  operationsOf: OperationsOf,
  onPrimary: AppDeps,
  reads: Parameters<typeof readFromReplica>[1] & { readonly replica: Replica },
): readonly OperationRoute[] {
  const { database } = reads.replica
  const uowFactory = {
    ...onPrimary.uowFactory,
    database,
    rightsDatabase: onPrimary.uowFactory.database,
  }
  const replicaRoutes = new Map(
    operationsOf({ ...onPrimary, uowFactory }).map((route) => [route.operation.name, route]),
  )
  return operationsOf(onPrimary).map((route) => {
    const onReplica = replicaRoutes.get(route.operation.name)
    return route.operation.reads === undefined || onReplica === undefined
      ? route
      : readFromReplica({ onPrimary: route, onReplica }, reads)
  })
}

/** Longer than that a replica which serves is not behind. */
function positionCookie({ server, database }: Config) {
  const isSecure = server.url.startsWith('https:')
  const prefix = isSecure && !server.cookiePrefix.startsWith('__Host-') ? '__Secure-' : ''
  return {
    name: `${prefix}${server.cookiePrefix}.position`,
    isSecure,
    ageSeconds: database.replicaLagSecondsMax + 1,
  }
}
