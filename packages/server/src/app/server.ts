import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { domainEvents } from '@guildhall/contract/events'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { changeLog } from '../domains/audit/actions/log-changes.ts'
import { checkoutFraming } from '../domains/checkout/actions/checkout-framing.ts'
import { operatorLink } from '../domains/identity/actions/administration/first-operator.ts'
import { showsServerKey } from '../domains/identity/actions/server-key.ts'
import { deliveryDeps } from '../domains/webhooks/actions/delivery/deps.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createKeyring } from '../platform/crypto/keyring.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { recountsOf } from '../platform/due/recount-due.ts'
import { freeDue } from '../platform/free-due.ts'
import { tryToListen } from '../platform/free-port.ts'
import type { Guards } from '../platform/http/guards.ts'
import { createOnce } from '../platform/http/idempotency/once.ts'
import { createLimit, unlimited } from '../platform/http/rate-limit.ts'
import type { ReadinessCheck } from '../platform/http/readiness.ts'
import type { OperationRoute } from '../platform/http/serve.ts'
import { type HttpServer, startServer } from '../platform/http/server.ts'
import type { Transport } from '../platform/http/transport.ts'
import { loadWebAssets } from '../platform/http/web-assets.ts'
import { schedulesOf, tasksOf } from '../platform/jobs.ts'
import { openSmtp, type Smtp } from '../platform/mail/smtp.ts'
import { openDispatcherNotifier } from '../platform/outbox/notify-dispatchers.ts'
import { createHashing, type Hashing } from '../platform/passwords/hashing.ts'
import { createPrinter } from '../platform/pdf/printer.ts'
import { showProcessLife } from '../platform/process-life.ts'
import type { ObjectStorage } from '../platform/storage/object-storage.ts'
import { openObjectStorage } from '../platform/storage/open-storage.ts'
import { sweepsOf } from '../platform/sweeps.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { version } from '../platform/version.ts'
import { type DemoOwner, fillDemo } from './demo/fill-demo.ts'
import { type AppDeps, composeDeps } from './dependencies.ts'
import { listMigrations } from './doctor.ts'
import { domains } from './domains.ts'
import { healthRoute } from './health.ts'
import { createHttp } from './http.ts'
import { reactionsWith, summary } from './jobs-by-event.ts'
import { explainListenFailure } from './listen-failure.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { measuredSweeps, measuredTasks } from './measured-jobs.ts'
import {
  type MetricsServer,
  startMetricsServer,
  type WatchedDatabases,
} from './metrics-listener.ts'
import { platformClaims, platformJobs } from './platform-jobs.ts'
import { openServerReplica, type ServerReplica } from './replica.ts'
import { announceUrl } from './running-url.ts'
import { applySeedFile } from './seed-file.ts'
import { openStorage, type Storage } from './storage.ts'
import { triggerRoute } from './trigger/trigger.ts'
import { webSources } from './web-sources.ts'
import { startWorker, type Worker } from './worker.ts'

export interface ServerDeps {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  /** The folder of the server's package, with the migrations; the built web is next to it. */
  readonly packageFolder: URL
  /** The built web; by default the one next to the package. */
  readonly webFolder?: string
  /** Settles when it is built, if it is still being built. */
  readonly webBuilt?: Promise<void>
  /** Fills an empty server with the demo. */
  readonly isDemo?: boolean
  /** How passwords are hashed; tests use a cheaper way. */
  readonly hashing?: Hashing
  /** Whether a worker delivers webhooks; on by default. */
  readonly isDelivering?: boolean
}

export interface RunningServer {
  /** Null for a process that is only a worker. */
  readonly port: number | null
  readonly place: string
  /** The owner of the demo; null where none was created. */
  readonly demo: DemoOwner | null
  /** Where a user becomes the operator of a new server; null if it has one. */
  readonly operatorLink: string | null
  /** Settles when the embedded database has ended, without which the server can't run. */
  readonly ended: Promise<void>
  /** Drains running work, in an order that loses nothing. */
  readonly stop: () => Promise<void>
}

const drainMilliseconds = 8_000

/** Starts the whole server or nothing: what was started is stopped when a later step fails. */
export async function startGuildhall(deps: ServerDeps): Promise<RunningServer> {
  const { config, log, packageFolder } = deps
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    const storage = await openStorage(config, packageFolder, log)
    started.push(storage.stop)
    const foundation = await openFoundation(deps, storage)
    started.push(foundation.close)
    const demo = deps.isDemo === true ? await makeDemo(config, foundation) : null
    if (config.server.seed !== null) await applySeedFile(foundation.deps, config.server.seed)
    const worker = config.server.roles.includes('worker') ? openWorker(deps, foundation) : null
    if (worker !== null) started.push(worker.stop)
    const web = config.server.roles.includes('web') ? await openWeb(deps, foundation) : null
    if (web !== null) started.push(() => web.stop(drainMilliseconds))
    if (web !== null && config.database.url === null) {
      started.push(await announceUrl(config.server.data, config.server.url))
    }
    const { place, ended } = storage
    const link = web === null ? null : await operatorLink(foundation.deps)
    return { port: web?.port ?? null, place, demo, operatorLink: link, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Foundation {
  readonly database: Database
  readonly keyring: ReturnType<typeof createKeyring>
  readonly objects: ObjectStorage
  readonly smtp: Smtp | null
  readonly replica: ServerReplica | null
  readonly metricsServer: MetricsServer | null
  readonly wakeRelay: WakeRelay
  readonly deps: AppDeps
  /** The same at the time of another clock. */
  readonly depsAt: <C extends Clock>(clock: C) => AppDeps & { readonly clock: C }
  readonly close: () => Promise<void>
}

async function openFoundation(deps: ServerDeps, storage: Storage): Promise<Foundation> {
  const { config, log, clock, hashing = createHashing() } = deps
  const keyring = createKeyring(storage.secrets)
  const objects = await openObjectStorage({ config, keyring, clock })
  const database = await openDatabase(storage.settings, log)
  const { smtpUrl, from } = config.mail
  const smtp = smtpUrl === null || from === null ? null : await openSmtp(smtpUrl, from)
  const isWeb = config.server.roles.includes('web')
  const { settings } = storage
  const replica = isWeb ? await openServerReplica({ config, settings, clock, log }) : null
  const closeDatabases = async () => {
    await replica?.close()
    await database.close()
  }
  const metricsServer = await openMetricsServer(config, { database, replica }).catch(
    async (error: unknown) => {
      await closeDatabases()
      throw error
    },
  )
  const life = showProcessLife(database, log)
  await life.opened
  const wakeRelay = createWakeRelay()
  const notifier = config.server.roles.includes('worker') ? null : openDispatcherNotifier(database)
  if (notifier !== null) wakeRelay.forwardTo(notifier.notify)
  const printer = createPrinter()
  const shared = {
    config,
    log,
    database,
    life,
    keyring,
    hashing,
    printer,
    smtp,
    wake: wakeRelay.wake,
    storage: objects,
  }
  return {
    database,
    keyring,
    objects,
    smtp,
    replica,
    metricsServer,
    wakeRelay,
    deps: composeDeps({ ...shared, clock }, domains),
    depsAt: (other) => ({ ...composeDeps({ ...shared, clock: other }, domains), clock: other }),
    close: async () => {
      await notifier?.close()
      await life.close()
      await metricsServer?.listener.close()
      smtp?.close()
      await closeDatabases()
    },
  }
}

/**
 * Before the server listens, but not if it can't: the password is shown by a server that has started,
 * and the next one wouldn't make the demo again.
 */
async function makeDemo(
  { server: { roles, host, port } }: Config,
  { depsAt, deps: { clock } }: Foundation,
): Promise<DemoOwner | null> {
  if (roles.includes('web')) {
    await explainListenFailure({ host, port }, () => tryToListen({ host, port }))
  }
  return fillDemo({ depsAt, clock, jobs: jobsOfDomains, summary })
}

const dueLists = domains.flatMap((domain) => domain.dueLists ?? [])

const jobsOfDomains = domains.flatMap((domain) => domain.jobs ?? [])

async function openMetricsServer(
  { server }: Config,
  watched: WatchedDatabases,
): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = server
  if (port === null) return null
  return explainListenFailure({ host, port }, () => startMetricsServer(watched, { host, port }))
}

function openWorker(deps: ServerDeps, foundation: Foundation): Worker {
  const { log, clock, isDelivering = true } = deps
  const { database, smtp, metricsServer, wakeRelay } = foundation
  const jobs = [...platformJobs, ...jobsOfDomains]
  const tasks = tasksOf(jobs, foundation.deps)
  const definitions = [...recountsOf(dueLists), ...domains.flatMap((domain) => domain.sweeps ?? [])]
  const sweeps = sweepsOf(definitions, foundation.deps)
  const worker = startWorker({
    database,
    clock,
    log,
    reactions: reactionsWith(jobs, smtp),
    summary,
    knownNames: Object.keys(domainEvents),
    tasks: metricsServer === null ? tasks : measuredTasks(tasks, metricsServer.metrics, clock),
    schedules: schedulesOf(jobs),
    claims: [...platformClaims, freeDue(dueLists, (name) => Object.hasOwn(tasks, name))],
    sweeps: metricsServer === null ? sweeps : measuredSweeps(sweeps, metricsServer.metrics, clock),
    delivery: isDelivering
      ? deliveryDeps({ ...foundation.deps, database, wake: wakeRelay.wake })
      : null,
  })
  wakeRelay.forwardTo(worker.wake)
  return worker
}

async function openWeb(deps: ServerDeps, foundation: Foundation): Promise<HttpServer> {
  const { config, log, clock, packageFolder } = deps
  const { database, keyring, replica, metricsServer, deps: all } = foundation
  const webFolder = deps.webFolder ?? join(fileURLToPath(packageFolder), '../web/dist')
  await deps.webBuilt
  const web = await loadWebAssets(webFolder)
  const transport = createHttp({
    publicUrl: config.server.url,
    version,
    sessionCookie: all.cookieNames.sessionToken,
    origins: all.origins,
    trustedProxies: config.server.trustedProxies ?? [],
    log,
    clock,
    guards: guardsOf(config, log, foundation),
    changeLog: changeLog(all),
    isUnlimited: (headers) => showsServerKey(all, headers),
    resolvers: Object.assign({}, ...domains.map(({ resolvers }) => resolvers?.(all))),
    operations: [
      ...(replica === null ? operationsOf(all) : replica.routes(operationsOf, all)),
      triggerRoute(all),
      healthRoute({
        database,
        config,
        clock,
        log,
        version,
        migrations: await listMigrations(packageFolder),
        readReplica: async () => replica?.state() ?? null,
      }),
    ],
    pages: [
      ...mailboxRoutes({ config, database, keyring, clock }),
      ...domains.flatMap(({ pages }) => pages?.(all) ?? []),
    ],
    readiness: readinessChecks(database),
    ...(replica !== null && {
      stampPosition: replica.stampPosition,
      readinessFacts: () => ({ replica: replica.state().status }),
    }),
    web,
    webSources: webSources(config),
    checkoutFraming: checkoutFraming(all),
    observe: ({ method, route, status, seconds }) =>
      metricsServer?.metrics.requestEnded({ method, route: route ?? 'none', status, seconds }),
  })
  const { host, port, trustedProxies } = config.server
  const isProxied = (trustedProxies ?? []).length > 0
  const counted =
    metricsServer === null ? transport : countingTransport(transport, metricsServer.metrics)
  const server = await explainListenFailure({ host, port }, () =>
    startServer(counted, { host, port, isProxied, clock }),
  )
  return {
    port: server.port,
    stop: (grace) => {
      all.checkoutWatch.stop()
      return server.stop(grace)
    },
  }
}

const operationsOf = (deps: AppDeps): readonly OperationRoute[] =>
  domains.flatMap(({ operations }) => operations?.(deps) ?? [])

function guardsOf(config: Config, log: Logger, { database, keyring }: Foundation): Guards {
  return {
    limit: config.server.rateLimit ? createLimit({ database, keyring }) : unlimited,
    once: createOnce({ database, keyring, log }),
  }
}

const countingTransport =
  (transport: Transport, metrics: Metrics): Transport =>
  (incoming, outgoing) => {
    metrics.requestStarted()
    transport(incoming, outgoing)
  }

function readinessChecks(database: Database): Readonly<Record<string, ReadinessCheck>> {
  return {
    // The server migrates before it listens, so a database that answers has the right schema.
    database: async () => {
      await sql`select from schema_migration limit 1`.execute(database.kysely)
    },
  }
}

/** Wakes the dispatcher, which is started after its callers. */
interface WakeRelay {
  readonly wake: () => void
  readonly forwardTo: (target: () => void) => void
}

function createWakeRelay(): WakeRelay {
  let forward = () => undefined as void
  return {
    wake: () => forward(),
    forwardTo: (target) => {
      forward = target
    },
  }
}
