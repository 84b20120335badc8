import { listCustomerPaymentMethods } from '@guildhall/contract/payments/customer-methods'
import { queryOptions, useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { customersKey } from '#/entities/customer/customer-queries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { expiryText, methodName } from '#/entities/payment/method-text.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import type { Customer } from './customer-queries.ts'

/** What a customer pays with. Only the customer changes it, in the portal. */
export function CustomerMethods({ customer }: { customer: Customer }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(customerMethodsQuery(id, customer.id))
  return (
    <Card flush title="Payment methods">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No saved cards."
      >
        {data?.map((method) => (
          <Entry
            key={method.id}
            icon={<CreditCard />}
            title={methodName(method)}
            badge={method.default && <Badge>default</Badge>}
          >
            {expiryText(method) !== null && <span>{expiryText(method)}</span>}
            {method.checkoutId !== null && (
              <span>
                only for{' '}
                <ObjectLink type="checkout" id={method.checkoutId}>
                  one purchase
                </ObjectLink>
              </span>
            )}
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

export const customerMethodsQuery = (organizationId: OrganizationId, id: Customer['id']) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'one', id, 'payment-methods'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listCustomerPaymentMethods, { params: { id }, query: page, signal }),
      ),
  })
