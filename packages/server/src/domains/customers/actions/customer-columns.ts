import { jsonText } from '../../../platform/database/json.ts'
import type { CustomerChange } from '../rules/customer-change.ts'
import type { CustomerChanges } from '../store/customers.ts'

/** What is said of a customer, as columns. */
export const columnsOf = ({
  billingAddress,
  taxId,
  metadata,
  ...plain
}: CustomerChange): CustomerChanges => ({
  ...plain,
  ...(billingAddress !== undefined && {
    billingAddress: billingAddress === null ? null : jsonText(billingAddress),
  }),
  ...(taxId !== undefined && { taxId: taxId?.[0] ?? null, taxIdFormat: taxId?.[1] ?? null }),
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
