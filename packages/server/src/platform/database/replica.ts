import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { repeat } from '../repeat.ts'
import { sharedQuestion } from '../shared-question.ts'
import { type Database, type DatabaseLog, openConnections, openPool } from './database.ts'
import { type Position, readPosition } from './position.ts'
import type { PrimaryPositions } from './primary-position.ts'
import { lagAfterReplay, lagWithSample, unknownLag } from './replica-lag.ts'
import { type DatabaseSettings, directConnection, pooledConnection } from './settings.ts'

type ReplicaStatus = 'serving' | 'behind' | 'unreachable' | 'promoted'

export interface ReplicaState {
  readonly status: ReplicaStatus
  /** Null while unknown. */
  readonly lagSeconds: number | null
  /** Why it can’t be reached. */
  readonly reason: string | null
}

/** A hot standby that answers reads which tolerate to be a moment behind. */
export interface Replica {
  /** For reading only: PostgreSQL refuses everything else there. */
  readonly database: Database
  readonly state: () => ReplicaState
  /** Whether it may answer somebody who has seen everything up to this position. */
  readonly mayServe: (seen: Position | null) => Promise<boolean>
  /** Rejects as soon as the replica is found to be unreachable, which the task may notice late. */
  readonly whileReachable: <T>(task: () => Promise<T>) => Promise<T>
  /** Looks at it now, as is done every half second. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ReplicaSettings extends Pick<DatabaseSettings, 'url' | 'role' | 'pooled'> {
  readonly lagSecondsMax: number
}

interface ReplicaDeps {
  readonly primary: PrimaryPositions
  readonly clock: Clock
  readonly log: DatabaseLog
}

const lookMilliseconds = 500
const answerMillisecondsMax = 2_000

/** Opens a replica, which need not be reachable. */
export async function openReplica(settings: ReplicaSettings, deps: ReplicaDeps): Promise<Replica> {
  const { log } = deps
  const database = await openConnections(settings, log)
  const watching = openWatching(settings, log)
  const watched = new WatchedReplica(watching, settings.lagSecondsMax, deps)
  const look = () => watched.look()
  const watch = repeat(look, lookMilliseconds)
  return {
    database,
    look,
    state: () => watched.state,
    mayServe: (seen) => watched.mayServe(seen),
    whileReachable: (task) => watched.whileReachable(task),
    close: async () => {
      await watch.stop()
      await watching.end()
      await database.close()
    },
  }
}

class WatchedReplica {
  readonly #watching: pg.Pool
  readonly #lagSecondsMax: number
  readonly #deps: ReplicaDeps
  /** Fails the reads under way. */
  readonly #running = new Set<(reason: Error) => void>()
  readonly #lookAtReplica = sharedQuestion(() => this.#ask())
  #lag = unknownLag
  #failure: Error | null = new Error('nobody has looked at it yet')
  #isStandby = true
  #replayed: Position | null = null
  #logged: ReplicaStatus = 'serving'

  constructor(watching: pg.Pool, lagSecondsMax: number, deps: ReplicaDeps) {
    this.#watching = watching
    this.#lagSecondsMax = lagSecondsMax
    this.#deps = deps
  }

  get state(): ReplicaState {
    const { freshAtMilliseconds: freshAt } = this.#lag
    const now = this.#deps.clock.monotonicMilliseconds()
    const lagSeconds = freshAt === null ? null : (now - freshAt) / 1000
    if (this.#failure !== null) {
      return { status: 'unreachable', lagSeconds, reason: this.#failure.message }
    }
    if (!this.#isStandby) return { status: 'promoted', lagSeconds, reason: null }
    const isLate = lagSeconds === null || lagSeconds > this.#lagSecondsMax
    return { status: isLate ? 'behind' : 'serving', lagSeconds, reason: null }
  }

  async look(): Promise<void> {
    const { primary, clock, log } = this.#deps
    const atMilliseconds = clock.monotonicMilliseconds()
    const position = await primary.read().catch(() => null)
    if (position !== null) {
      this.#lag = lagWithSample(this.#lag, { atMilliseconds, position: position.written })
    }
    await this.#lookAtReplica()
    const { status, ...details } = this.state
    if (status === this.#logged) return
    this.#logged = status
    log.warn({ status, ...details }, 'the state of the replica has changed')
  }

  async #ask(): Promise<void> {
    try {
      const { rows } = await this.#watching.query<StandbyRow>(standbyQuery)
      this.#isStandby = rows[0]?.isStandby === true
      this.#replayed = readPosition(rows[0]?.replayed ?? '')
      this.#failure = null
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      for (const reject of this.#running) reject(this.#failure)
      return
    }
    if (this.#replayed !== null) this.#lag = lagAfterReplay(this.#lag, this.#replayed)
  }

  async mayServe(seen: Position | null): Promise<boolean> {
    if (this.state.status !== 'serving') return false
    if (seen === null || this.#hasReplayed(seen)) return true
    await this.#lookAtReplica()
    return this.state.status === 'serving' && this.#hasReplayed(seen)
  }

  #hasReplayed(seen: Position): boolean {
    return this.#replayed !== null && seen <= this.#replayed
  }

  async whileReachable<T>(task: () => Promise<T>): Promise<T> {
    let leave = () => undefined as void
    const lost = new Promise<never>((_, reject) => {
      this.#running.add(reject)
      leave = () => void this.#running.delete(reject)
    })
    try {
      return await Promise.race([task(), lost])
    } finally {
      leave()
    }
  }
}

interface StandbyRow {
  readonly isStandby: boolean
  readonly replayed: string | null
}

const standbyQuery = `
  select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed`

/** A connection of its own, which no long statement holds up. */
const openWatching = ({ url, role, pooled = false }: ReplicaSettings, log: DatabaseLog): pg.Pool =>
  openPool(
    {
      ...(pooled ? pooledConnection(url) : directConnection(url, role)),
      max: 1,
      connectionTimeoutMillis: answerMillisecondsMax,
      query_timeout: answerMillisecondsMax,
    },
    log,
  )
