import type { Domain } from '../../platform/domain.ts'
import { checkoutCompletion } from './actions/complete-payload.ts'
import type { CheckoutDeps } from './actions/deps.ts'
import type { CheckoutWatch } from './actions/watch-checkouts.ts'
import { checkoutDueWork, expireCheckouts } from './jobs/expire-checkouts.ts'
import { finishPaidCheckout } from './jobs/finish-checkout.ts'
import { reopenUnpaidCheckout } from './jobs/reopen-checkout.ts'
import { checkoutResolver } from './routes/callers.ts'
import { checkoutRoutes } from './routes/checkouts.ts'
import { clientCheckoutRoutes } from './routes/client-checkouts.ts'
import { followLinkRoute } from './routes/follow-link.ts'
import type { LimitDeps } from './routes/limit-discount-codes.ts'
import { checkoutLinkRoutes } from './routes/links.ts'
import { streamRoute } from './routes/stream.ts'
import { checkoutsToExpire } from './store/due-checkouts.ts'
import { checkoutEraser } from './store/erasures.ts'
import { renameAnswers } from './store/rename-answers.ts'

interface DomainDeps extends CheckoutDeps, LimitDeps {
  readonly checkoutWatch: CheckoutWatch
}

export const checkoutDomain: Domain<DomainDeps> = {
  name: 'checkout',
  operations: (deps) => [
    ...checkoutRoutes(deps),
    ...clientCheckoutRoutes(deps),
    streamRoute(deps, deps.checkoutWatch),
    ...checkoutLinkRoutes(deps),
    followLinkRoute(deps),
  ],
  resolvers: (deps) => ({ clientSecret: checkoutResolver(deps) }),
  jobs: [finishPaidCheckout, reopenUnpaidCheckout, expireCheckouts],
  dueLists: [checkoutsToExpire],
  dueWork: (deps) => [checkoutDueWork(deps)],
  hooks: () => ({ onCustomFieldRenamed: [renameAnswers], customerErasers: [checkoutEraser] }),
  completions: (deps) => ({ checkout: checkoutCompletion(deps) }),
}
