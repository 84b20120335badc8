import pg from 'pg'
import type { Logger } from 'pino'
import { repeat } from '../repeat.ts'
import { sharedQuestion } from '../shared-question.ts'

/** How connections are made; with `hosts`, to the one that takes writes. */
export interface ServerConnection extends pg.ClientConfig {
  readonly hosts?: PrimaryHosts
}

interface Place {
  readonly host: string
  readonly port: number
}

const answerMillisecondsMax = 2_000
const checkMilliseconds = 2_000

/** The servers that one URL names, of which one is the primary. The driver knows only single ones. */
export class PrimaryHosts {
  /** Asked for each new connection, because it may have changed. */
  readonly find = sharedQuestion(() => findPrimary(this.#servers))
  readonly #servers: readonly pg.ClientConfig[]
  readonly #clients = new Map<pg.Client, Place>()

  constructor(servers: readonly pg.ClientConfig[]) {
    this.#servers = servers
  }

  joined(client: pg.Client, place: Place): void {
    this.#clients.set(client, place)
    client.once('end', () => this.#clients.delete(client))
  }

  /**
   * A machine that has lost its power doesn’t close its connections, and the system waits for it
   * for a quarter of an hour.
   */
  async leaveFormer(log: Pick<Logger, 'warn'>): Promise<void> {
    const primary = await this.find().catch(() => null)
    if (primary === null) return
    const former = [...this.#clients].filter(([, place]) => !isSame(place, primary))
    if (former.length === 0) return
    log.warn({ primary, connections: former.length }, 'another server is the primary now')
    for (const [client] of former) {
      client.connection.stream.destroy(new Error('connection terminated: its server is no primary'))
    }
  }

  watch = (log: Pick<Logger, 'warn'>) => repeat(() => this.leaveFormer(log), checkMilliseconds)
}

const isSame = (one: Place, other: Place): boolean =>
  one.host === other.host && one.port === other.port

async function findPrimary(servers: readonly pg.ClientConfig[]): Promise<Place> {
  try {
    return await Promise.any(servers.map(probe))
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors : [error]
    const reasons = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)))
    throw new Error(`connection error: no server takes writes (${reasons.join('; ')})`, {
      cause: error,
    })
  }
}

/** Where the server is, if it takes writes. */
async function probe(server: pg.ClientConfig): Promise<Place> {
  const client = new pg.Client({
    ...server,
    connectionTimeoutMillis: answerMillisecondsMax,
    query_timeout: answerMillisecondsMax,
  })
  client.on('error', () => undefined)
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly === false) return { host, port }
    throw new Error(`${host}:${port} is read-only`)
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Connects to the server of its hosts that takes writes. */
class PrimaryClient extends pg.Client {
  readonly #hosts: PrimaryHosts | undefined

  constructor(config: ServerConnection = {}) {
    super(config)
    this.#hosts = config.hosts
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connect()
    if (callback === undefined) return connecting
    connecting.then(
      () => callback(null),
      (error: Error) => callback(error),
    )
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const place = await this.#hosts?.find()
    if (place !== undefined) {
      Object.assign(this, place)
      this.#hosts?.joined(this, place)
    }
    return super.connect()
  }
}

export const openClient = (config: ServerConnection): pg.Client =>
  config.hosts === undefined ? new pg.Client(config) : new PrimaryClient(config)

export const openClientPool = (config: ServerConnection & pg.PoolConfig): pg.Pool =>
  new pg.Pool(config.hosts === undefined ? config : { ...config, Client: PrimaryClient })
