import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { methodToCharge, type ToCharge } from '../rules/method-to-charge.ts'
import { findMethodsOf, type PaymentMethodRow } from '../store/methods.ts'

/** The methods to charge, in the order of the requests. Null where there is none. */
export async function methodsToCharge(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  requests: readonly ToCharge[],
): Promise<(PaymentMethodRow | null)[]> {
  const customerIds = requests.map(({ customerId }) => customerId)
  const methods = await findMethodsOf(db, organizationId, customerIds)
  const byId = new Map(methods.map((method) => [method.id, method]))
  const defaults = new Map(
    methods.filter(({ isDefault }) => isDefault).map((method) => [method.customerId, method]),
  )
  return requests.map((request) => {
    const { customerId, paymentMethodId } = request
    const named = paymentMethodId === null ? undefined : byId.get(paymentMethodId)
    return methodToCharge(request, { named, default: defaults.get(customerId) })
  })
}
