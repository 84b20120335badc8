import * as contract from '@guildhall/contract/orders/customer-balances'
import { refundId } from '@guildhall/contract/orders/refund-shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { type CustomerRow, findCustomerIn } from '../../customers/store/customers.ts'
import {
  actorOf,
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { adjustBalance } from '../actions/adjust-balance.ts'
import { submitRefund } from '../actions/create-refund.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { payOutBalance } from '../actions/pay-out-balance.ts'
import { readShares } from '../actions/read-customer-balances.ts'
import { presentBalance, presentBalanceEntry } from '../present/customer-balance.ts'
import { presentRefund } from '../present/refund.ts'
import { listBalanceEntries } from '../store/balance-entries.ts'
import { findAdjusted, findBalances } from '../store/customer-balances.ts'
import { findCreditedOrders } from '../store/payable-orders.ts'
import { findRefund } from '../store/refunds.ts'

export const customerBalanceRoutes = (deps: OrderDeps): readonly OperationRoute[] => [
  getRoute(deps),
  entriesRoute(deps),
  adjustRoute(deps),
  payOutRoute(deps),
]

const requireCustomer = (
  { uowFactory, ...deps }: OrderDeps,
  caller: SellerCaller,
  id: Id<'customer'>,
): Promise<CustomerRow> =>
  getForSeller({ ...deps, uowFactory }, caller, (within) =>
    findCustomerIn(uowFactory.database.reads, within, id),
  )

const getRoute = (deps: OrderDeps) =>
  serve(contract.getCustomerBalance, async ({ caller, params }) => {
    const { organizationId, id: customerId } = await requireCustomer(deps, caller, params.id)
    const { reads: db } = deps.uowFactory.database
    const rows = await findBalances(db, organizationId, [customerId])
    const shares = await readShares(db, organizationId, [customerId])
    const credited = await findCreditedOrders(db, { organizationId, customerId })
    const adjusted = await findAdjusted(db, { organizationId, customerId })
    return { balances: rows.map((row) => presentBalance(row, shares, { credited, adjusted })) }
  })

const entriesRoute = (deps: OrderDeps) =>
  serve(contract.listCustomerBalanceEntries, async ({ caller, params, query }) => {
    const { organizationId, id: customerId } = await requireCustomer(deps, caller, params.id)
    const { kysely } = deps.uowFactory.database
    const page = await listBalanceEntries(kysely, { organizationId, customerId }, query)
    return pageAnswer(page, query, presentBalanceEntry)
  })

const adjustRoute = (deps: OrderDeps) =>
  serve(contract.adjustCustomerBalance, async (call) => {
    const { caller, params, body } = call
    const { organizationId, id: customerId } = await requireCustomer(deps, caller, params.id)
    const { currency, amount, reason } = body
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const key = { organizationId, customerId, currency }
      const entry = await adjustBalance(uow, key, { amount, reason, actor: actorOf(caller) })
      return call.finish(uow, presentBalanceEntry(entry))
    })
  })

const recoveryPoint = z.nullable(z.object({ refundIds: z.array(refundId) }))

/** A repeated call after a crash continues from the refunds that were recorded. */
const payOutRoute = (deps: OrderDeps) =>
  serve(contract.payOutCustomerBalance, async (call) => {
    const { caller, params, body } = call
    const { organizationId, id: customerId } = await requireCustomer(deps, caller, params.id)
    const { currency, amount } = body
    const create = () =>
      sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
        const key = { organizationId, customerId, currency }
        const refundIds = await payOutBalance(uow, key, { amount, actor: actorOf(caller) })
        await call.note(uow, { refundIds })
        return refundIds
      })
    const ids = z.parse(recoveryPoint, call.recoveryPoint)?.refundIds ?? (await create())
    const refunds = await Promise.all(
      ids.map(async (id) => {
        const key = { organizationId, id }
        // The refund is recorded, so a job submits it in any case.
        await submitRefund(deps, key).catch((error: unknown) =>
          call.log.warn(
            { err: error, refundId: id },
            'a payout could not be submitted immediately',
          ),
        )
        return findRefund(deps.uowFactory.database.reads, key)
      }),
    )
    return {
      items: refunds.map((refund) => {
        assert(refund !== undefined, 'refunds are never deleted')
        return presentRefund(refund)
      }),
    }
  })
