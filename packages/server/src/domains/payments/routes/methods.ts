import * as contract from '@guildhall/contract/payments/methods'
import type { Id } from '@guildhall/contract/primitives'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { Work } from '../../../platform/work.ts'
import { customerWork, type StandingSession } from '../../customers/index.ts'
import { beginSetUp } from '../actions/begin-set-up.ts'
import { cancelSetUp, carryOutSetUp } from '../actions/carry-out-set-up.ts'
import { deleteMethod, makeDefault } from '../actions/change-methods.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { presentMethod, presentSetUp } from '../actions/present-method.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { listMethods } from '../store/method-list.ts'
import { findMethods, type PaymentMethodRow } from '../store/methods.ts'
import { findSetUp, type SetUpKey } from '../store/set-ups.ts'

/** What a customer leaves to be charged again, in their own hands. */
export const methodRoutes = (parts: PaymentParts): readonly EndpointRoute[] => [
  listRoute(parts),
  addRoute(parts),
  beginRoute(parts),
  confirmRoute(parts),
  defaultRoute(parts),
  deleteRoute(parts),
]

const listRoute = ({ workshop }: PaymentParts) =>
  serve(contract.listPaymentMethods, async ({ caller, query }) =>
    pageAnswer(await listMethods(workshop.database.kysely, caller, query), query, presentMethod),
  )

interface Wish {
  readonly confirmationTokenId: string
  readonly setDefault: boolean
  readonly returnUrl: string
}

/** What an interrupted call has begun already. */
const recovered = z.nullable(z.object({ setUpId: id('methodSetUp') }))

interface Beginning {
  readonly caller: StandingSession
  readonly body: Wish
  readonly recoveryPoint: unknown
  readonly note: (unit: Work, point: { readonly setUpId: string }) => Promise<void>
}

/** Begun once, however often the call is repeated with its key. */
async function begun(
  parts: PaymentParts,
  { caller, body, recoveryPoint, note }: Beginning,
): Promise<SetUpKey> {
  const { organizationId, customerId } = caller
  const confirmationToken = readConfirmationToken(body.confirmationTokenId)
  if (confirmationToken === null) {
    throw new Problem('payment_method_token_invalid', { loc: ['body', 'confirmation_token_id'] })
  }
  const before = z.parse(recovered, recoveryPoint)
  if (before !== null) return { organizationId, id: before.setUpId }
  const wish = {
    organizationId,
    customerId,
    checkoutId: null,
    confirmationToken,
    becomesDefault: body.setDefault,
    returnUrl: body.returnUrl,
  }
  return customerWork(parts, caller, async (unit) => {
    const setUp = await beginSetUp(unit, parts, wish)
    await note(unit, { setUpId: setUp.id })
    return { organizationId, id: setUp.id }
  })
}

const addRoute = (parts: PaymentParts) =>
  serve(contract.addPaymentMethod, async (call) => {
    const { caller, body, recoveryPoint } = call
    const note: Beginning['note'] = (unit, point) => call.note(unit, point)
    const key = await begun(parts, { caller, body, recoveryPoint, note })
    const outcome = await carryOutSetUp(parts, key)
    switch (outcome.status) {
      case 'succeeded':
        return presentMethod(await methodWith(parts, key, outcome.paymentMethodId))
      case 'failed': {
        const loc = ['body', 'confirmation_token_id']
        throw new Problem('payment_method_declined', { loc, reason: outcome.message })
      }
      case 'needs_action':
        await cancelSetUp(parts, key)
        throw new Problem('payment_method_unconfirmed', { loc: ['body', 'confirmation_token_id'] })
      case 'pending':
        throw new Problem('payment_processor_away')
    }
  })

const beginRoute = (parts: PaymentParts) =>
  serve(contract.beginMethodSetUp, async (call) => {
    const { caller, body, recoveryPoint } = call
    const note: Beginning['note'] = (unit, point) => call.note(unit, point)
    return standing(parts, await begun(parts, { caller, body, recoveryPoint, note }))
  })

const confirmRoute = (parts: PaymentParts) =>
  serve(contract.confirmMethodSetUp, async ({ caller, params }) => {
    const { organizationId, customerId } = caller
    const key = { organizationId, id: params.id }
    const found = await findSetUp(parts.workshop.database.kysely, key)
    if (found?.customerId !== customerId) throw new Problem('not_found')
    return standing(parts, key)
  })

async function standing(parts: PaymentParts, key: SetUpKey) {
  const outcome = await carryOutSetUp(parts, key)
  const method =
    outcome.status === 'succeeded' ? await methodWith(parts, key, outcome.paymentMethodId) : null
  return presentSetUp(key, outcome, method)
}

async function methodWith(
  { workshop }: Pick<PaymentParts, 'workshop'>,
  { organizationId }: SetUpKey,
  paymentMethodId: Id<'paymentMethod'>,
): Promise<PaymentMethodRow> {
  const [found] = await findMethods(workshop.database.kysely, organizationId, [paymentMethodId])
  assert(found !== undefined, 'what was kept stays')
  return found
}

const defaultRoute = (parts: PaymentParts) =>
  serve(contract.makeMethodDefault, (call) => {
    const { caller, params } = call
    const meant = { ...keyOf(caller), id: params.id }
    return customerWork(parts, caller, async (unit) =>
      call.finish(unit, presentMethod(await makeDefault(unit, meant))),
    )
  })

const deleteRoute = (parts: PaymentParts) =>
  serve(contract.deletePaymentMethod, async (call) => {
    const { caller, params } = call
    const meant = { ...keyOf(caller), id: params.id }
    await customerWork(parts, caller, async (unit) => {
      await deleteMethod(unit, parts, meant)
      await call.finish(unit, undefined)
    })
  })

const keyOf = ({ organizationId, customerId }: StandingSession) => ({ organizationId, customerId })
