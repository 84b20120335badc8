import type { Logger } from 'pino'
import type { BenefitDeps } from '../domains/benefits/actions/deps.ts'
import { openProviders } from '../domains/benefits/kinds/providers.ts'
import type { CustomFieldDeps } from '../domains/catalog/actions/deps.ts'
import type { CheckoutDeps } from '../domains/checkout/actions/deps.ts'
import {
  type CheckoutWatch,
  openCheckoutWatch,
} from '../domains/checkout/actions/watch-checkouts.ts'
import type { FileDeletionDeps } from '../domains/files/actions/deps.ts'
import type { IdentityDeps } from '../domains/identity/actions/deps.ts'
import { cookieNames } from '../domains/identity/rules/sessions/cookies.ts'
import { openProcessors } from '../domains/payments/actions/open-processors.ts'
import type { PortalDeps } from '../domains/portal/actions/deps.ts'
import { Problem } from '../kernel/refusal.ts'
import type { TimelineTypes } from '../kernel/timeline.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keyring } from '../platform/crypto/keyring.ts'
import type { Database } from '../platform/database/database.ts'
import type { Domain } from '../platform/domain.ts'
import type { DueWork } from '../platform/due-work.ts'
import type { Hooks } from '../platform/hooks.ts'
import { loopbackPatterns, trustedOrigins } from '../platform/http/origins.ts'
import { createRequestCounter } from '../platform/http/rate-limit.ts'
import { isLoopbackHost } from '../platform/http-client/addresses.ts'
import { fetchExternal } from '../platform/http-client/fetch-external.ts'
import type { Smtp } from '../platform/mail/smtp.ts'
import type { Hashing } from '../platform/passwords/hashing.ts'
import type { Printer } from '../platform/pdf/printer.ts'
import type { ProcessLife } from '../platform/process-life.ts'
import type { ObjectStorage } from '../platform/storage/object-storage.ts'
import type { Follower } from '../platform/unit-of-work.ts'

/** The dependencies of all domains together. */
export interface AppDeps
  extends IdentityDeps,
    FileDeletionDeps,
    BenefitDeps,
    CustomFieldDeps,
    CheckoutDeps,
    PortalDeps {
  readonly organizationDeletionBlockers: Hooks['organizationDeletionBlockers']
  readonly onMeterDefined: Hooks['onMeterDefined']
  readonly meterRedefinitionBlockers: Hooks['meterRedefinitionBlockers']
  readonly customerErasers: Hooks['customerErasers']
  readonly onDisputeChanged: Hooks['onDisputeChanged']
  readonly grantDescribers: Hooks['grantDescribers']
  readonly timelineTypes: TimelineTypes
  readonly completions: ReturnType<NonNullable<Domain<AppDeps>['completions']>>
  /** What falls due when an organization's clock is advanced. */
  readonly dueWork: readonly DueWork[]
  readonly printer: Printer
  /** Without one, mails stay queued for the mailbox page. */
  readonly smtp: Smtp | null
  /** Serves the checkouts that pages of this process wait for. */
  readonly checkoutWatch: CheckoutWatch
}

interface Foundation {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly database: Database
  /** Left out where what is claimed is only for a moment, as in commands. */
  readonly life?: ProcessLife
  readonly keyring: Keyring
  readonly hashing: Hashing
  readonly storage: ObjectStorage
  readonly printer: Printer
  readonly smtp: Smtp | null
  readonly wake: () => void
}

/**
 * Opens what domains share, and collects the hooks that they register for one another. The lists
 * fill up as domains register, so a domain on the left also calls hooks of those to its right.
 */
export function composeDeps(
  { database, life, wake, ...foundation }: Foundation,
  domains: readonly Domain<AppDeps>[],
): AppDeps {
  const { config, log, clock, keyring } = foundation
  const { url, trustedOrigins: patterns } = config.server
  const hooks = emptyHooks()
  const completions: Record<string, (typeof deps.completions)[string]> = {}
  const dueWork: DueWork[] = []
  const followers: Follower[] = []
  const uowFactory = { database, ...(life && { life }), clock, followers, wake }
  const deps: AppDeps = {
    ...foundation,
    ...hooks,
    uowFactory,
    cookieNames: cookieNames(config.server),
    origins: trustedOrigins(url, [...(patterns ?? []), ...loopbackOf(config)]),
    limit: config.server.rateLimit ? limitIn(database, keyring) : async () => undefined,
    fetchExternal,
    processors: openProcessors({ ...foundation, uowFactory }),
    providers: openProviders({ config, fetchExternal, clock }),
    timelineTypes: Object.assign({}, ...domains.map(({ timeline }) => timeline)),
    completions,
    dueWork,
    checkoutWatch: openCheckoutWatch({ database, log }),
  }
  for (const domain of domains) {
    const { organizationDeletionBlockers = [], ...others } = domain.hooks?.(deps) ?? {}
    // The domain furthest right gives the most specific reason.
    hooks.organizationDeletionBlockers.unshift(...organizationDeletionBlockers)
    hooks.userDeletionHooks.push(...(others.userDeletionHooks ?? []))
    hooks.onFileDeleted.push(...(others.onFileDeleted ?? []))
    hooks.onBenefitDeleted.push(...(others.onBenefitDeleted ?? []))
    hooks.onMeterDefined.push(...(others.onMeterDefined ?? []))
    hooks.meterRedefinitionBlockers.push(...(others.meterRedefinitionBlockers ?? []))
    hooks.onUsageSettled.push(...(others.onUsageSettled ?? []))
    hooks.onMeteredPeriodsChanged.push(...(others.onMeteredPeriodsChanged ?? []))
    // Answers are copied to the left: from the checkout to the subscription and to its orders.
    hooks.onCustomFieldRenamed.unshift(...(others.onCustomFieldRenamed ?? []))
    hooks.beforePaymentMethodDeletion.push(...(others.beforePaymentMethodDeletion ?? []))
    hooks.onCustomerChanged.push(...(others.onCustomerChanged ?? []))
    hooks.beforeCustomerDeletion.push(...(others.beforeCustomerDeletion ?? []))
    hooks.customerErasers.push(...(others.customerErasers ?? []))
    hooks.onDisputeChanged.push(...(others.onDisputeChanged ?? []))
    hooks.grantDescribers.push(...(others.grantDescribers ?? []))
    followers.push(...(domain.followers ?? []).map(({ open }) => open(deps)))
    Object.assign(completions, domain.completions?.(deps))
    // Purchases start before renewals are billed, and invoices are numbered after payments.
    dueWork.unshift(...(domain.dueWork?.(deps) ?? []))
  }
  return deps
}

/** Where no money is real, an application on this machine needs no setting. */
const loopbackOf = ({ server, stripe }: Config): readonly string[] =>
  stripe.secretKey === null && isLoopbackHost(new URL(server.url).hostname) ? loopbackPatterns : []

type Registered = { -readonly [K in keyof Hooks]: Hooks[K][number][] }

const emptyHooks = (): Registered => ({
  userDeletionHooks: [],
  organizationDeletionBlockers: [],
  onFileDeleted: [],
  onBenefitDeleted: [],
  onMeterDefined: [],
  meterRedefinitionBlockers: [],
  onMeteredPeriodsChanged: [],
  onUsageSettled: [],
  onCustomFieldRenamed: [],
  beforePaymentMethodDeletion: [],
  onCustomerChanged: [],
  beforeCustomerDeletion: [],
  customerErasers: [],
  onDisputeChanged: [],
  grantDescribers: [],
})

function limitIn(database: Database, keyring: Keyring): IdentityDeps['limit'] {
  const countRequest = createRequestCounter({ database, keyring })
  return async (bucket, requestsMax, windowSeconds, subject) => {
    const verdict = await countRequest({ bucket, requestsMax, windowSeconds, subject })
    if (!verdict.allowed) {
      throw new Problem('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
  }
}
