import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import type { IdentityParts } from '../domains/identity/index.ts'
import type { PaymentParts } from '../domains/payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createKeyring } from '../platform/crypto/keyring.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import type { Guards } from '../platform/http/guards.ts'
import { createOnce } from '../platform/http/idempotency/once.ts'
import { createLimit, unlimited } from '../platform/http/rate-limit.ts'
import { type HttpServer, startServer } from '../platform/http/server.ts'
import type { Transport } from '../platform/http/transport.ts'
import { loadWebAssets } from '../platform/http/web-assets.ts'
import { openSmtp, type Smtp } from '../platform/mail/smtp.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { openDoorbell } from '../platform/outbox/doorbell.ts'
import { createHashing, type Hashing } from '../platform/passwords/hashing.ts'
import { createPrinter, type Printer } from '../platform/pdf/printer.ts'
import type { ObjectStorage } from '../platform/storage/object-storage.ts'
import { openObjectStorage } from '../platform/storage/open-storage.ts'
import { type Bell, createBell } from './bell.ts'
import { benefitEndpoints, benefitSchedules, benefitTasks } from './benefits.ts'
import { catalogEndpoints } from './catalog.ts'
import {
  checkoutEmbedders,
  checkoutEndpoints,
  checkoutResolvers,
  checkoutSchedules,
  checkoutTasks,
  checkoutWatch,
} from './checkout.ts'
import { clockEndpoints } from './clockwork.ts'
import {
  customerEndpoints,
  customerResolvers,
  customerSchedules,
  customerTasks,
} from './customers.ts'
import { type DemoOwner, fillDemo } from './demo/fill-demo.ts'
import { type Figures, startFigures } from './figures.ts'
import { fileEndpoints, filePages, fileSchedules, fileTasks } from './files.ts'
import { housekeepingSchedules } from './housekeeping.ts'
import { createHttp } from './http.ts'
import { identityHttp, identityParts, identitySchedules, identityTasks } from './identity.ts'
import { invoiceEndpoints, invoicePages, invoiceSweeps, invoiceTasks } from './invoices.ts'
import { ledgerEndpoints } from './ledger.ts'
import { listening } from './listening.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { measuredSweeps, measuredTasks } from './measured-work.ts'
import { meteringEndpoints } from './metering.ts'
import { orderEndpoints, orderTasks } from './orders.ts'
import { organizationEndpoints, organizationParts, organizationResolvers } from './organizations.ts'
import {
  paymentEndpoints,
  paymentPages,
  paymentParts,
  paymentSchedules,
  paymentSweeps,
  paymentTasks,
} from './payments.ts'
import { portalEndpoints, portalSchedules, portalTasks } from './portal.ts'
import { reactionsWith, summary } from './reactions.ts'
import { readinessChecks } from './readiness.ts'
import { openStorage, type Storage } from './storage.ts'
import { subscriptionEndpoints, subscriptionSchedules, subscriptionTasks } from './subscriptions.ts'
import { serverTasks } from './tasks.ts'
import { taxEndpoints, taxTasks } from './tax.ts'
import { triggerRoute } from './trigger/trigger.ts'
import { webSources } from './web-sources.ts'
import { deliveryParts, webhookEndpoints, webhookTasks } from './webhooks.ts'
import { startWorker, type Worker } from './worker.ts'

export interface ServerParts {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  /** Where the server's package lies: migrations are read from it, the web stands beside it. */
  readonly packageFolder: URL
  /** The built web; by default the one beside the package. */
  readonly webFolder?: string
  /** Fills the server with an example, if nobody has used it before. */
  readonly isDemo?: boolean
  /** How passwords are hashed; by default as hard as they should be. */
  readonly hashing?: Hashing
  /** Whether a worker sends webhooks, as it does unless it's told not to. */
  readonly isDelivering?: boolean
}

export interface RunningServer {
  /** Null for a process that is only a worker. */
  readonly port: number | null
  readonly place: string
  /** Who got the example; null where none was made. */
  readonly demo: DemoOwner | null
  /** Settles when the server can't go on because its database has ended. */
  readonly ended: Promise<void>
  /** Lets what is under way come to its end, in the order that loses nothing. */
  readonly stop: () => Promise<void>
}

const drainMilliseconds = 8_000

/** Starts all parts of the server, or none: what was started is stopped when a later part fails. */
export async function startGuildhall(parts: ServerParts): Promise<RunningServer> {
  const { config, log, packageFolder } = parts
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    const storage = await openStorage(config, packageFolder, log)
    started.push(storage.stop)
    const foundation = await openFoundation(parts, storage)
    started.push(foundation.close)
    const demo = parts.isDemo === true ? await makeDemo(foundation) : null
    const worker = config.server.roles.includes('worker') ? openWorker(parts, foundation) : null
    if (worker !== null) started.push(worker.stop)
    const web = config.server.roles.includes('web') ? await openWeb(parts, foundation) : null
    if (web !== null) started.push(() => web.stop(drainMilliseconds))
    const { place, ended } = storage
    return { port: web?.port ?? null, place, demo, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Foundation {
  readonly database: Database
  readonly keyring: ReturnType<typeof createKeyring>
  readonly objects: ObjectStorage
  readonly printer: Printer
  readonly smtp: Smtp | null
  readonly figures: Figures | null
  readonly bell: Bell
  readonly identity: IdentityParts
  readonly payments: PaymentParts
  readonly close: () => Promise<void>
}

async function openFoundation(parts: ServerParts, storage: Storage): Promise<Foundation> {
  const { config, log, clock, hashing = createHashing() } = parts
  const keyring = createKeyring(storage.secrets)
  const objects = await openObjectStorage({ config, keyring, clock })
  const database = await openDatabase(storage.settings, log)
  const { smtpUrl, from } = config.mail
  const smtp = smtpUrl === null || from === null ? null : openSmtp(smtpUrl, from)
  const figures = await openFigures(config, database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const bell = createBell()
  const doorbell = config.server.roles.includes('worker') ? null : openDoorbell(database)
  if (doorbell !== null) bell.answeredBy(doorbell.ring)
  const identity = identityParts({
    config,
    log,
    clock,
    database,
    keyring,
    hashing,
    wake: bell.wake,
  })
  return {
    database,
    keyring,
    objects,
    printer: createPrinter(),
    smtp,
    figures,
    bell,
    identity,
    payments: paymentParts(identity),
    close: async () => {
      await doorbell?.close()
      await figures?.listener.close()
      smtp?.close()
      await database.close()
    },
  }
}

/** Before anybody can come in. */
const makeDemo = ({ identity, objects }: Foundation): Promise<DemoOwner | null> =>
  fillDemo({ ...organizationParts(identity), hashing: identity.hashing, storage: objects })

async function openFigures({ server }: Config, database: Database): Promise<Figures | null> {
  const { metricsHost: host, metricsPort: port } = server
  if (port === null) return null
  return listening({ host, port }, () => startFigures(database, { host, port }))
}

function openWorker(parts: ServerParts, foundation: Foundation): Worker {
  const { log, clock, isDelivering = true } = parts
  const { database, objects, printer, smtp, figures, bell, identity, payments } = foundation
  const tasks = {
    ...serverTasks({ ...foundation, clock }),
    ...identityTasks(identity),
    ...fileTasks({ ...identity, storage: objects }),
    ...customerTasks(identity),
    ...benefitTasks(identity),
    ...taxTasks(identity),
    ...paymentTasks(payments),
    ...orderTasks(payments),
    ...invoiceTasks({ ...identity, printer }),
    ...checkoutTasks(payments),
    ...subscriptionTasks(payments),
    ...portalTasks({ ...payments, printer }),
    ...webhookTasks(identity),
  }
  const sweeps = [...paymentSweeps(payments), ...invoiceSweeps(identity)]
  const worker = startWorker({
    database,
    clock,
    log,
    reactions: reactionsWith(smtp),
    summary,
    tasks: figures === null ? tasks : measuredTasks(tasks, figures.metrics, clock),
    schedules: [
      ...housekeepingSchedules,
      ...identitySchedules,
      ...fileSchedules,
      ...customerSchedules,
      ...benefitSchedules,
      ...paymentSchedules,
      ...checkoutSchedules,
      ...subscriptionSchedules,
      ...portalSchedules,
    ],
    sweeps: figures === null ? sweeps : measuredSweeps(sweeps, figures.metrics, clock),
    delivery: isDelivering ? deliveryParts({ ...parts, ...foundation, wake: bell.wake }) : null,
  })
  bell.answeredBy(worker.wake)
  return worker
}

async function openWeb(parts: ServerParts, foundation: Foundation): Promise<HttpServer> {
  const { config, log, clock, packageFolder } = parts
  const { database, keyring, objects, printer, figures, identity, payments } = foundation
  const webFolder = parts.webFolder ?? join(fileURLToPath(packageFolder), '../web/dist')
  const web = await loadWebAssets(webFolder)
  const http = identityHttp(identity)
  const organizations = organizationParts(identity)
  const files = { ...organizations, storage: objects }
  const invoices = { ...organizations, printer }
  const watch = checkoutWatch(payments)
  const transport = createHttp({
    publicUrl: config.server.url,
    version: manifest.version,
    trustedOrigins: config.server.trustedOrigins ?? [],
    trustedProxies: config.server.trustedProxies ?? [],
    log,
    clock,
    guards: guardsOf(config, log, foundation),
    ...http,
    resolvers: {
      ...http.resolvers,
      ...organizationResolvers(organizations, identity),
      ...customerResolvers(organizations),
      ...checkoutResolvers(payments),
    },
    endpoints: [
      ...http.endpoints,
      ...organizationEndpoints(organizations),
      ...clockEndpoints(organizations, payments),
      ...fileEndpoints(files),
      ...customerEndpoints(organizations),
      ...catalogEndpoints(organizations),
      ...checkoutEndpoints(payments, watch),
      ...taxEndpoints(organizations),
      ...meteringEndpoints(organizations),
      ...benefitEndpoints({ ...organizations, ...identity }),
      ...paymentEndpoints(payments),
      ...orderEndpoints(payments),
      ...subscriptionEndpoints(payments),
      ...ledgerEndpoints(organizations),
      ...invoiceEndpoints(invoices),
      ...portalEndpoints({ ...payments, printer }),
      ...webhookEndpoints(organizations),
      triggerRoute({ ...organizations, ...payments }),
    ],
    pages: [
      ...mailboxRoutes({ config, database, keyring, clock }),
      ...filePages(files),
      ...paymentPages(payments),
      ...invoicePages(invoices),
    ],
    readiness: readinessChecks(database),
    web,
    webSources: webSources(config),
    checkoutEmbedders: checkoutEmbedders(payments),
    observe: ({ method, route, status, seconds }) =>
      figures?.metrics.requestEnded({ method, route: route ?? 'none', status, seconds }),
  })
  const { host, port } = config.server
  const counted = figures === null ? transport : countingTransport(transport, figures.metrics)
  const server = await listening({ host, port }, () => startServer(counted, { host, port }))
  return {
    port: server.port,
    stop: (grace) => {
      watch.stop()
      return server.stop(grace)
    },
  }
}

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
