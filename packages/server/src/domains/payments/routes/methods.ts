import * as contract from '@guildhall/contract/payments/methods'
import type { Id } from '@guildhall/contract/primitives'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { deleteMethod, makeDefault } from '../actions/change-methods.ts'
import { createSetUp } from '../actions/create-set-up.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { cancelSetUp, submitSetUp } from '../actions/submit-set-up.ts'
import { presentMethod, presentSetUp } from '../present/method.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { findMethods, listMethods, type PaymentMethodRow } from '../store/methods.ts'
import { findSetUp, type SetUpKey } from '../store/set-ups.ts'

/** A customer’s own payment methods. */
export const methodRoutes = (deps: PaymentDeps): readonly OperationRoute[] => [
  listRoute(deps),
  addRoute(deps),
  createSetUpRoute(deps),
  confirmRoute(deps),
  defaultRoute(deps),
  deleteRoute(deps),
]

const listRoute = ({ uowFactory }: PaymentDeps) =>
  serve(contract.listPaymentMethods, async ({ caller, query }) =>
    pageAnswer(await listMethods(uowFactory.database.kysely, caller, query), query, presentMethod),
  )

interface MethodInput {
  readonly confirmationTokenId: string
  readonly setDefault: boolean
  readonly returnUrl: string
}

/** What an interrupted call has created already. */
const recoveryShape = z.nullable(z.object({ setUpId: id('methodSetUp') }))

interface SetUpCall {
  readonly caller: CustomerCaller
  readonly body: MethodInput
  readonly recoveryPoint: unknown
  readonly note: (uow: UnitOfWork, point: { readonly setUpId: string }) => Promise<void>
}

/** Creates one set-up, however often the call is repeated with its idempotency key. */
async function findOrCreateSetUp(
  deps: PaymentDeps,
  { caller, body, recoveryPoint, note }: SetUpCall,
): Promise<SetUpKey> {
  const { organizationId, customerId } = caller
  const confirmationToken = readConfirmationToken(body.confirmationTokenId)
  if (confirmationToken === null) {
    throw new Problem('payment_method_token_invalid', { loc: ['body', 'confirmation_token_id'] })
  }
  const before = z.parse(recoveryShape, recoveryPoint)
  if (before !== null) return { organizationId, id: before.setUpId }
  const input = {
    organizationId,
    customerId,
    checkoutId: null,
    forPurchaseOnly: false,
    confirmationToken,
    becomesDefault: body.setDefault,
    returnUrl: body.returnUrl,
  }
  return customerUnitOfWork(deps, caller, async (uow) => {
    const setUp = await createSetUp(uow, deps, input)
    await note(uow, { setUpId: setUp.id })
    return { organizationId, id: setUp.id }
  })
}

const addRoute = (deps: PaymentDeps) =>
  serve(contract.addPaymentMethod, async (call) => {
    const { caller, body, recoveryPoint } = call
    const note: SetUpCall['note'] = (uow, point) => call.note(uow, point)
    const key = await findOrCreateSetUp(deps, { caller, body, recoveryPoint, note })
    const outcome = await submitSetUp(deps, key)
    switch (outcome.status) {
      case 'succeeded':
        return presentMethod(await requireMethod(deps, key, outcome.paymentMethodId))
      case 'failed': {
        const loc = ['body', 'confirmation_token_id']
        throw new Problem('payment_method_declined', { loc, reason: outcome.message })
      }
      case 'needs_action':
        await cancelSetUp(deps, key)
        throw new Problem('payment_method_unconfirmed', { loc: ['body', 'confirmation_token_id'] })
      case 'pending':
        throw new Problem('payment_processor_away')
    }
  })

const createSetUpRoute = (deps: PaymentDeps) =>
  serve(contract.beginMethodSetUp, async (call) => {
    const { caller, body, recoveryPoint } = call
    const note: SetUpCall['note'] = (uow, point) => call.note(uow, point)
    return stateOf(deps, await findOrCreateSetUp(deps, { caller, body, recoveryPoint, note }))
  })

const confirmRoute = (deps: PaymentDeps) =>
  serve(contract.confirmMethodSetUp, async ({ caller, params }) => {
    const { organizationId, customerId } = caller
    const key = { organizationId, id: params.id }
    const found = await findSetUp(deps.uowFactory.database.kysely, key)
    if (found?.customerId !== customerId) throw new Problem('not_found')
    return stateOf(deps, key)
  })

async function stateOf(deps: PaymentDeps, key: SetUpKey) {
  const outcome = await submitSetUp(deps, key)
  const method =
    outcome.status === 'succeeded' ? await requireMethod(deps, key, outcome.paymentMethodId) : null
  return presentSetUp(key, outcome, method)
}

async function requireMethod(
  { uowFactory }: Pick<PaymentDeps, 'uowFactory'>,
  { organizationId }: SetUpKey,
  paymentMethodId: Id<'paymentMethod'>,
): Promise<PaymentMethodRow> {
  const [found] = await findMethods(uowFactory.database.kysely, organizationId, [paymentMethodId])
  assert(found !== undefined, 'a stored method is kept as a row')
  return found
}

const defaultRoute = (deps: PaymentDeps) =>
  serve(contract.makeMethodDefault, (call) => {
    const { caller, params } = call
    const key = { ...customerOf(caller), id: params.id }
    return customerUnitOfWork(deps, caller, async (uow) =>
      call.finish(uow, presentMethod(await makeDefault(uow, key))),
    )
  })

const deleteRoute = (deps: PaymentDeps) =>
  serve(contract.deletePaymentMethod, async (call) => {
    const { caller, params } = call
    const key = { ...customerOf(caller), id: params.id }
    await customerUnitOfWork(deps, caller, async (uow) => {
      await deleteMethod(uow, deps, key)
      await call.finish(uow, undefined)
    })
  })

const customerOf = ({ organizationId, customerId }: CustomerCaller) => ({
  organizationId,
  customerId,
})
