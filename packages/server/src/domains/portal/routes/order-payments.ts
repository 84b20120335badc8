import { paymentId as paymentIdShape } from '@guildhall/contract/payments/shapes'
import * as contract from '@guildhall/contract/portal/order-payments'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { customerUnitOfWork } from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { findOrderOfCustomer } from '../../orders/store/order-list.ts'
import { findOrder, type OrderRow } from '../../orders/store/orders.ts'
import { readConfirmationToken } from '../../payments/rules/confirmation-token.ts'
import { findPayment } from '../../payments/store/payments.ts'
import { payLinkPath } from '../../subscriptions/actions/pay-link.ts'
import {
  followOrderPayment,
  type OrderKey,
  startOrderPayment,
} from '../../subscriptions/actions/pay-order.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { portalUrlOf } from '../actions/portal-url.ts'
import { presentOnSession } from '../actions/present-on-session.ts'
import { showPayableOrder } from '../actions/show-payable-order.ts'
import type { Payer } from './callers.ts'

export const orderPaymentRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  getRoute(deps),
  payRoute(deps),
  confirmRoute(deps),
  getLinkedRoute(deps),
  payLinkedRoute(deps),
  confirmLinkedRoute(deps),
]

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPayableOrder, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    return showPayableOrder(kysely, deps, await orderOf(deps, caller, params.id))
  })

const payRoute = (deps: PortalDeps) =>
  serve(contract.payOrder, async (call) => {
    const { caller, params, body, recoveryPoint } = call
    const key = await orderOf(deps, caller, params.id)
    const { paymentMethodId, confirmationTokenId = '', saveCard: savesMethod = false } = body
    const paymentId =
      z.parse(recovered, recoveryPoint)?.paymentId ??
      (await startOrderPayment(deps, {
        key,
        source:
          paymentMethodId === undefined
            ? { confirmationToken: requireToken(confirmationTokenId), savesMethod }
            : { paymentMethodId },
        returnUrl: await portalUrlOf(deps, caller),
        run: (task) => customerUnitOfWork(deps, caller, task),
        savePaymentId: (uow, id) => call.note(uow, { paymentId: id }),
      }))
    return stateOf(deps, key, paymentId)
  })

const confirmRoute = (deps: PortalDeps) =>
  serve(contract.confirmOrderPayment, async ({ caller, params: { id, paymentId } }) =>
    stateOf(deps, await orderOf(deps, caller, id), paymentId),
  )

const getLinkedRoute = (deps: PortalDeps) =>
  serve(contract.getLinkedOrder, async ({ caller }) => {
    const { kysely } = deps.uowFactory.database
    return showPayableOrder(kysely, deps, await linkedOrder(deps, requireValid(caller)))
  })

const payLinkedRoute = (deps: PortalDeps) =>
  serve(contract.payLinkedOrder, async (call) => {
    const { body, recoveryPoint } = call
    const { organizationId, id, linkSecret } = requireValid(call.caller)
    const key = { organizationId, id }
    const paymentId =
      z.parse(recovered, recoveryPoint)?.paymentId ??
      (await startOrderPayment(deps, {
        key,
        source: {
          confirmationToken: requireToken(body.confirmationTokenId),
          // Who has the link isn’t proved to be the customer.
          savesMethod: false,
        },
        returnUrl: `${deps.config.server.url}${payLinkPath}/${linkSecret}`,
        run: (task) => runUnitOfWork(deps.uowFactory, { organizationId }, task),
        savePaymentId: (uow, started) => call.note(uow, { paymentId: started }),
      }))
    return stateOf(deps, key, paymentId)
  })

const confirmLinkedRoute = (deps: PortalDeps) =>
  serve(contract.confirmLinkedPayment, ({ caller, params }) =>
    stateOf(deps, caller, params.paymentId),
  )

const recovered = z.nullable(z.object({ paymentId: paymentIdShape }))

function requireToken(text: string): string {
  const token = readConfirmationToken(text)
  if (token !== null) return token
  throw new Problem('payment_method_token_invalid', { loc: ['body', 'confirmation_token_id'] })
}

function requireValid(payer: Payer): Payer {
  if (payer.isExpired) throw new Problem('pay_link_expired')
  return payer
}

async function stateOf(deps: PortalDeps, key: OrderKey, paymentId: Id<'payment'>) {
  const outcome = await followOrderPayment(deps, key, paymentId)
  const { organizationId } = key
  const { kysely } = deps.uowFactory.database
  const payment = await findPayment(kysely, { organizationId, paymentId })
  assert(payment !== undefined, 'payments are never deleted')
  return { ...presentOnSession(payment, outcome), id: paymentId }
}

async function orderOf(
  { uowFactory }: PortalDeps,
  caller: CustomerCaller,
  id: Id<'order'>,
): Promise<OrderRow> {
  const found = await findOrderOfCustomer(uowFactory.database.kysely, caller, id)
  if (found === undefined) throw new Problem('not_found')
  return found
}

async function linkedOrder({ uowFactory }: PortalDeps, payer: Payer): Promise<OrderRow> {
  const found = await findOrder(uowFactory.database.kysely, payer)
  if (found === undefined) throw new Problem('not_found')
  return found
}
